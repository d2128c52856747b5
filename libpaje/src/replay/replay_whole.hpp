// A whole trace, by the clocks of its containers.
#pragma once

#include "paje/read.hpp"

namespace paje {

/// read_trace() without a correction of clocks.
Trace replay_whole(const Input& input, const ReadOptions& options);
/// Throws std::invalid_argument if the clocks are to be corrected.
void refuse_clocks(const ReadOptions& options);

}  // namespace paje
