// The trace that is exported.
#pragma once

#include "export/options.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// Notes what is read. Throws WrongUsage if that is what is written, too.
void begin_export(const ExportOptions& options);

/// Reads it, all that its format needs.
Trace read_exported(const ExportOptions& options);

}  // namespace paje::tools
