// Whether times alone show that a graph can be replayed to its end.
#pragma once

#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Whether all that the pieces of some tracks wait for in a replay began before these pieces ended.
/// If that holds of all tracks, no tracks wait for each other in a circle: along what waits, times
/// would have to descend all around it.
[[nodiscard]] bool is_in_time_order(const DependencyGraph& graph,
                                    const std::vector<bool>& of_track);

}  // namespace paje
