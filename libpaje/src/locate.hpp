// From a problem in a chunk to a diagnostic that a person can use.
#pragma once

#include "byte_source.hpp"
#include "paje/diagnostic.hpp"
#include "problem.hpp"
#include "trace_files.hpp"

namespace paje {

/// `first_line` is the 1-based line of the file where the chunk begins, `definition` that of the
/// event in which the problem is; null if it is in none.
Diagnostic locate(const Problem& problem, const Chunk& chunk, uint64_t first_line,
                  const TraceFile& file, const EventDefinition* definition);

}  // namespace paje
