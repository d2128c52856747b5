// SQL line by line, with history and completion.
#pragma once

#include "query/output.hpp"
#include "sql/trace_database.hpp"

namespace paje::tools {

/// Asks for statements on the terminal until the user leaves. Ctrl-C ends a statement, not the
/// shell.
void run_shell(TraceDatabase& database, ResultFormat format);

}  // namespace paje::tools
