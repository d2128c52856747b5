// What ends in a run before it can: clocks or links are wrong.
#pragma once

#include "paje/critical_path.hpp"

namespace paje {

/// Counts messages and calls of collectives, all that check_replay() finds without a replay.
void add_violations(const DependencyGraph& graph, ReplayCheck& check);

}  // namespace paje
