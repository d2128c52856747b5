// A controlled logical clock: moves events that still happen before those on which they depend.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/clock_bounds.hpp"
#include "paje/clocks.hpp"

namespace paje {

struct LogicalClock {
  std::vector<std::vector<ClockStep>> steps;  ///< by track, as in Clocks
  uint64_t late_events = 0;
  uint64_t unsolved = 0;
};

/// After Rabenseifner (1997). The end of a message or collective that precedes what it depends on
/// moves to that time. Later events of the track move, too, by an amount that decreases by 1 % of
/// the elapsed time. The receiving call is stretched, so earlier events stay. `clocks`: by track.
/// O((messages + memberships) log pieces).
LogicalClock run_logical_clock(const DependencyGraph& graph, std::span<const LinearClock> clocks,
                               ClockEvidence evidence);

}  // namespace paje
