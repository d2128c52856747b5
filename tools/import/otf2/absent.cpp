// Replaces the OTF2 importer in builds without its library.
#include <stdexcept>

#include "import/importer.hpp"

namespace paje::tools {

void import_otf2(const ImportSource&, ImportedTrace&) {
  throw std::runtime_error(
      "this pj_import was built without OTF2: install libopen-trace-format2-dev (otf2.h) and build "
      "it again");
}

}  // namespace paje::tools
