// In place of the OTF2 importer where its library was not there when this was built.
#include <stdexcept>

#include "import/importer.hpp"

namespace paje::tools {

void import_otf2(const ImportSource&, ImportedTrace&) {
  throw std::runtime_error(
      "this pj_import was built without OTF2: install libopen-trace-format2-dev (otf2.h) and build "
      "it again");
}

}  // namespace paje::tools
