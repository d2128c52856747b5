// Clocks that drift: lines between the least delays of both directions.
#pragma once

#include <vector>

#include "analysis/clock_bounds.hpp"

namespace paje {

struct ClockLine {
  LinearClock clock;
  double least_drift = 0;
  double greatest_drift = 0;
};

/// By track. Of each pair of tracks the delays one way bound the difference of their clocks from
/// above, those the other way from below, over time. The line with the most room on both sides is
/// what the pair says; a tree of the pairs with the least room leads from the first track to all
/// that it can reach; the others stay as they are. `with_drift`: else lines are level.
/// O(messages log messages).
std::vector<ClockLine> find_clock_lines(const DependencyGraph& graph, bool with_drift);

}  // namespace paje
