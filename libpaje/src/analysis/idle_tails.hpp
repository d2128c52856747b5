// Idle time of workers at the end of a run of tasks. It lasts until the run ends, so it must not be
// a fixed cost in a replay.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

struct IdleTails {
  std::vector<uint32_t> first;  ///< by track: where its final idle pieces start; its end if none
  double seconds = 0;           ///< from the end of the last task to the end of the run
};

/// Empty if links do not connect tasks, or if the run continues after the last task although its
/// worker has no tail. O(tracks log messages).
IdleTails idle_tails(const DependencyGraph& graph);

}  // namespace paje
