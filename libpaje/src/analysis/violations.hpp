// What ends in a run before it can: clocks or links are wrong.
#pragma once

#include <vector>

#include "paje/critical_path.hpp"
#include "paje/exact_sum.hpp"

namespace paje {

struct Violations {
  uint64_t ends_before_start = 0;
  uint64_t left_before_last_came = 0;
  ExactSum amount;
};
/// Those of the tracks that are meant; of all if none are.
Violations find_violations(const DependencyGraph& graph, const std::vector<bool>& of_track = {});

/// Counts messages and calls of collectives, all that check_replay() finds without a replay.
void add_violations(const DependencyGraph& graph, ReplayCheck& check);

}  // namespace paje
