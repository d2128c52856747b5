// How late each step of a track is, compared with the same step of similar tracks. Needs no
// messages. After Isaacs et al., "Recovering logical structure from Charm++ event traces" (Ravel).
#pragma once

#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// Lateness of each piece: its start less the earliest start of the same step. A step is the k-th
/// piece of a value on each track of a type. 0 for time without a state, and for steps on a single
/// track. O(pieces).
PAJE_EXPORT std::vector<double> find_lateness(const DependencyGraph& graph);

}  // namespace paje
