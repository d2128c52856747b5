// Clocks that drift: lines between the least delays of both directions.
#pragma once

#include <span>
#include <vector>

#include "analysis/clock_bounds.hpp"

namespace paje {

struct ClockLine {
  LinearClock clock;
  double least_drift = 0;
  double greatest_drift = 0;
};

/// What is to be added besides `clocks`, by track. Of each pair of tracks the delays one way bound
/// the difference of their clocks from above, those the other way from below, over time. The line
/// with the most room on both sides is what the pair says; a tree of the pairs with the least room
/// leads from the first track to all that it can reach, and then all pairs together move the lines
/// of the tree. What drifts while a message is under way is left out, so with large drifts a second
/// call, with what the first one found, finds more. Without `with_drift` lines are level, and those
/// of the tree. O(messages log messages).
std::vector<ClockLine> find_clock_lines(const DependencyGraph& graph,
                                        std::span<const LinearClock> clocks, ClockEvidence evidence,
                                        bool with_drift);

}  // namespace paje
