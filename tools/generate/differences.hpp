// Differences that are to be planted have a place in the program: one that has none would make two
// equal traces of what is meant to be a pair.
#pragma once

#include <cstdint>

#include "generate/options.hpp"

namespace paje::tools {

/// Throws std::invalid_argument if a rank, state, turn or message is not there.
void check_differences(const GenerateOptions& options);
/// The same for turns and messages alone. If a size is asked for, how many turns there are is known
/// only at the end.
void check_turns(const GenerateOptions& options, uint64_t turns);

}  // namespace paje::tools
