// A controlled logical clock: moves what still happens before what it depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/clock_bounds.hpp"
#include "paje/clocks.hpp"

namespace paje {

struct LogicalClock {
  std::vector<std::vector<ClockStep>> steps;  ///< by track, as of Clocks
  uint64_t late_events = 0;
  uint64_t unsolved = 0;
};

/// After Rabenseifner (1997): an end of a message or collective that comes before what it depends
/// on is moved there, and all after it, too, by less and less: 1 % of the time that goes by.
/// The receiving call is stretched, so what was before it stays. `clocks` by track. O((messages +
/// memberships) log pieces).
LogicalClock run_logical_clock(const DependencyGraph& graph, std::span<const LinearClock> clocks,
                               ClockEvidence evidence);

}  // namespace paje
