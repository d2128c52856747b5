// Parts of the utilisation: contributions of the pieces of each track.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "paje/utilisation.hpp"

namespace paje {

/// The start or end of a piece.
struct UseChange {
  double time;
  int communicating;
  int computing;
};
void add_changes(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 std::vector<UseChange>& changes);
/// `changes` are those of all tracks of a container, in any order.
void measure(std::vector<UseChange>& changes, CommunicationOverlap& result);
/// By container: the tracks directly inside; only containers with several, without the root.
std::map<ContainerId, std::vector<uint32_t>> tracks_with_others(const DependencyGraph& graph);

}  // namespace paje
