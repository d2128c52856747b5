// Messages and calls that end before they can: clocks or links are wrong.
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
/// For the tracks in `of_track`; for all if it is empty.
Violations find_violations(const DependencyGraph& graph, const std::vector<bool>& of_track = {});

/// Counts messages and collective calls: all results of check_replay() that need no replay.
void add_violations(const DependencyGraph& graph, ReplayCheck& check);

}  // namespace paje
