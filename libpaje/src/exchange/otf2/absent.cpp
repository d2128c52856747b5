// Replaces the OTF2 importer in builds without its library.
#include <stdexcept>

#include "exchange/importer.hpp"

namespace paje::exchange {

void import_otf2(const ImportSource&, ImportedTrace&) {
  throw std::runtime_error(
      "Pajé was built without OTF2: install libopen-trace-format2-dev (otf2.h) and build it again");
}

}  // namespace paje::exchange
