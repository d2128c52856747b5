// Whether times alone prove that a graph can be replayed completely.
#pragma once

#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Whether everything for which pieces of some tracks wait in a replay started before these pieces
/// ended. If that holds for all tracks, tracks cannot wait for each other in a cycle, because times
/// would have to decrease all around it.
[[nodiscard]] bool is_in_time_order(const DependencyGraph& graph,
                                    const std::vector<bool>& of_track);

}  // namespace paje
