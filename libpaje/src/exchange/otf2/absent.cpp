// Replaces what reads and writes OTF2 in builds without its library.
#include <stdexcept>

#include "exchange/importer.hpp"
#include "paje/otf2.hpp"

namespace paje {

namespace {

constexpr const char* kAbsent =
    "Pajé was built without OTF2: install libopen-trace-format2-dev (otf2.h) and build it again";

}  // namespace

namespace exchange {

void import_otf2(const ImportSource&, ImportedTrace&) { throw std::runtime_error(kAbsent); }

}  // namespace exchange

ConversionLosses write_otf2(const Trace&, const Otf2Options&, const std::string&) {
  throw std::runtime_error(kAbsent);
}

}  // namespace paje
