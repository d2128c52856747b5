// How late each step of a track is, compared with the same step of the tracks like it, without
// any message. After Isaacs et al., "Recovering logical structure from Charm++ event traces"
// (Ravel).
#pragma once

#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// By piece: the time between its start and the earliest start of the same step, the k-th piece of
/// one value on each track of one type. 0 for time that no state covers and for steps that one
/// track alone has. O(pieces).
PAJE_EXPORT std::vector<double> find_lateness(const DependencyGraph& graph);

}  // namespace paje
