// The functions of a trace that are in FROM: slices(n), callstack(state), matrix(link_type).
// overlapping(start, end) is the table of states with a window (trace_database.cpp).
#pragma once

#include "sql/function_table.hpp"
#include "sql/trace_facts.hpp"

namespace paje::tools {

/// n equal parts of the run: slice (from 0), start, end.
FunctionTable slices_function(TraceFacts& facts);
/// A state and those around it, the innermost first: level (0 is the state itself), id, value,
/// start, end, duration, exclusive.
FunctionTable callstack_function(TraceFacts& facts);
/// For each pair of containers with links of a type (its name or id; all links if NULL): how many,
/// how long in all, shortest, longest, the first start, the last end.
FunctionTable matrix_function(TraceFacts& facts);

}  // namespace paje::tools
