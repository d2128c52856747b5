#include "paje/lateness.hpp"

#include <algorithm>
#include <map>

namespace paje {

namespace {

// Calls visit(piece, earliest start of its step so far) for the steps of a track.
template <class Visit>
void for_each_step(const DependencyGraph& graph, const DependencyGraph::Track& track,
                   std::vector<std::vector<double>>& earliest, Visit&& visit) {
  std::vector<std::size_t> next(graph.values().size(), 0);  // number of steps of each value so far
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    const uint32_t value = graph.value(piece);
    if (value == 0) continue;
    const std::size_t step = next[value]++;
    if (step == earliest[value].size()) earliest[value].push_back(graph.start(piece));
    visit(piece, earliest[value][step]);
  }
}

}  // namespace

std::vector<double> find_lateness(const DependencyGraph& graph) {
  std::vector<double> lateness(graph.piece_limit(), 0);
  std::map<TypeId, std::vector<std::vector<double>>> by_type;
  for (const auto& track : graph.tracks()) {
    auto& earliest = by_type[track.type];
    earliest.resize(graph.values().size());
    for_each_step(graph, track, earliest, [&](uint32_t piece, double& first) {
      first = std::min(first, graph.start(piece));
    });
  }
  for (const auto& track : graph.tracks()) {
    for_each_step(graph, track, by_type[track.type], [&](uint32_t piece, double first) {
      lateness[piece] = graph.start(piece) - first;
    });
  }
  return lateness;
}

}  // namespace paje
