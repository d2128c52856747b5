// profile(by, start, end): totals of states by value, container or type, right from the columns.
#pragma once

#include "sql/function_table.hpp"
#include "sql/trace_facts.hpp"

namespace paje::tools {

/// `by` is some of value, container and type, with commas between. Sums of durations are exact and
/// rounded once. An archive may have them in its index; then no state is read. With a window, of
/// the states that overlap it, what lies in it.
FunctionTable profile_function(TraceFacts& facts);

}  // namespace paje::tools
