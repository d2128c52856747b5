#include "query/shell.hpp"
namespace paje::tools {
void run_shell(TraceDatabase&, ResultFormat) {}
}  // namespace paje::tools
