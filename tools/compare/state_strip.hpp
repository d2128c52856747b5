// The states of a track in as many cells as a picture has room for.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/comparison.hpp"

namespace paje::tools {

/// Some cells in a row with one value.
struct StripRun {
  std::size_t first = 0, last = 0;  ///< cells, the last one not among them
  uint32_t value = 0;               ///< in Comparison::values
};

/// Cuts `length` of time into cells and gives each the value that is innermost most of its time;
/// idle ones are left out. O(states + cells).
std::vector<StripRun> state_strip(const TrackStates& states, const std::vector<uint32_t>& numbers,
                                  double length, std::size_t cells);

}  // namespace paje::tools
