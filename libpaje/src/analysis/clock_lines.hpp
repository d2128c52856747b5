// Clocks that drift: lines between the least delays in both directions.
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

/// Corrections to add to `clocks`, by track. For each pair of tracks, delays in one direction bound
/// the difference of their clocks from above, delays in the other from below, as functions of time.
/// The pair's line is the one with the most room on both sides. A tree of the pairs with the least
/// room connects the first track with all that it can reach; then all pairs together adjust the
/// lines of the tree. The drift during a message is neglected, so with large drifts, a second call
/// with the first result improves it. Without `with_drift`, lines are level, and only the tree
/// counts. O(messages log messages).
std::vector<ClockLine> find_clock_lines(const DependencyGraph& graph,
                                        std::span<const LinearClock> clocks, ClockEvidence evidence,
                                        bool with_drift);

}  // namespace paje
