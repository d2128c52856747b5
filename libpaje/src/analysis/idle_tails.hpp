// The idle time of workers at the end of a run of tasks. It lasts until the run ends, so it is no
// fixed cost in a replay.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

struct IdleTails {
  std::vector<uint32_t> first;  ///< by track: where its last idle pieces begin; its end if none
  double seconds = 0;           ///< from the end of the last task to the end of the run
};

/// Empty if links do not connect tasks, or if the worker with the last task has no tail, but the
/// run goes on after it. O(tracks log messages).
IdleTails idle_tails(const DependencyGraph& graph);

}  // namespace paje
