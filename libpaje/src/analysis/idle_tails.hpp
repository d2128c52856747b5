// Workers without a task are idle until the run ends, whenever that is: their last idle time is no
// work that takes as long as ever.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

struct IdleTails {
  std::vector<uint32_t> first;  ///< of each track: its last pieces that are idle; its end if none
  double seconds = 0;           ///< from the end of the last work to that of the run
};

/// Of a graph whose links connect tasks. Empty if a worker without a task ends after all others,
/// but not the one that works last.
IdleTails idle_tails(const DependencyGraph& graph);

}  // namespace paje
