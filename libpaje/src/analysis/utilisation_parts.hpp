// How tracks use their time, in parts: what the pieces of each track say.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "paje/utilisation.hpp"

namespace paje {

/// A piece that begins or ends.
struct UseChange {
  double time;
  int communicating;
  int computing;
};
void add_changes(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 std::vector<UseChange>& changes);
/// Those of all tracks of a container, in any order.
void measure(std::vector<UseChange>& changes, CommunicationOverlap& result);
/// By container that has several tracks directly inside and is not the root: these.
std::map<ContainerId, std::vector<uint32_t>> tracks_with_others(const DependencyGraph& graph);

}  // namespace paje
