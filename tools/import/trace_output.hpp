// An imported trace as the definitions and events of Pajé.
#pragma once

#include "import/imported_trace.hpp"
#include "paje/read.hpp"

namespace paje::tools {

/// Delivers the definitions, then the types, then the operations in their order (finish() first).
/// Each type and container has an alias that sorts by its rank. `output` may throw.
void write_trace(const ImportedTrace& trace, EventVisitor& output);

}  // namespace paje::tools
