// From a problem in a chunk to a diagnostic that a person can use.
#pragma once

#include <string>

#include "byte_source.hpp"
#include "definition_table.hpp"
#include "paje/diagnostic.hpp"
#include "problem.hpp"

namespace paje {

/// `first_line` is the 1-based line of the input where the chunk begins.
Diagnostic locate(const Problem& problem, const Chunk& chunk, uint64_t first_line,
                  const std::string& file, const DefinitionTable& definitions);

}  // namespace paje
