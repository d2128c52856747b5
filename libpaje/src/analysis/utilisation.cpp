#include "paje/utilisation.hpp"

#include <algorithm>
#include <map>

#include "analysis/utilisation_parts.hpp"

namespace paje {

namespace {

ValueClass class_of(const DependencyGraph& graph, uint32_t piece) {
  return graph.values()[graph.value(piece)].meaning.value_class;
}

double time_outside(const DependencyGraph& graph, const DependencyGraph::Track& track) {
  if (track.size() == 0) return graph.length();
  const double last = graph.end(track.last - 1);
  // Both may be infinite.
  const double after = graph.end() > last ? graph.end() - last : 0;
  return graph.start(track.first) - graph.start() + after;
}

}  // namespace

void add_changes(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 std::vector<UseChange>& changes) {
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (graph.value(piece) == 0 || graph.length(piece) <= 0) continue;
    const int communicating = class_of(graph, piece) == ValueClass::communication ? 1 : 0;
    const int computing = graph.is_useful(piece) ? 1 : 0;
    if (communicating + computing == 0) continue;
    changes.push_back({graph.start(piece), communicating, computing});
    changes.push_back({graph.end(piece), -communicating, -computing});
  }
}

void measure(std::vector<UseChange>& changes, CommunicationOverlap& result) {
  std::sort(changes.begin(), changes.end(),
            [](const UseChange& a, const UseChange& b) { return a.time < b.time; });
  int communicating = 0, computing = 0;
  double now = changes.empty() ? 0 : changes.front().time;
  for (const UseChange& change : changes) {
    const double time = change.time - now;
    if (communicating > 0) result.communication += time;
    if (computing > 0) result.computing += time;
    if (communicating > 0 && computing > 0) result.overlap += time;
    communicating += change.communicating;
    computing += change.computing;
    now = change.time;
  }
}

std::vector<IdleTime> find_idle_time(const DependencyGraph& graph, std::span<const Wait> waits) {
  std::vector<IdleTime> result(graph.tracks().size());
  for (uint32_t i = 0; i < result.size(); ++i) {
    const auto& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      const ValueClass value_class = class_of(graph, piece);
      if (graph.value(piece) == 0) {
        result[i].no_state += graph.length(piece);
      } else if (value_class == ValueClass::idle) {
        result[i].idle += graph.length(piece);
      } else if (value_class == ValueClass::waiting) {
        result[i].waiting += graph.length(piece);
      }
    }
    result[i].outside = time_outside(graph, track);
  }
  for (const Wait& wait : waits) {
    if (graph.is_idle(wait.piece)) continue;
    result[graph.track_of_piece(wait.piece)].in_calls += wait.amount;
  }
  return result;
}

std::map<ContainerId, std::vector<uint32_t>> tracks_with_others(const DependencyGraph& graph) {
  std::map<ContainerId, std::vector<uint32_t>> inside;
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const ContainerId parent = graph.trace()[graph.tracks()[i].container].parent;
    // Containers directly in the root are parts of the run that share nothing.
    if (parent.valid() && graph.trace()[parent].parent.valid()) inside[parent].push_back(i);
  }
  std::erase_if(inside, [](const auto& entry) { return entry.second.size() < 2; });
  return inside;
}

std::vector<CommunicationOverlap> communication_overlap(const DependencyGraph& graph) {
  std::vector<CommunicationOverlap> result;
  for (const auto& [container, tracks] : tracks_with_others(graph)) {
    CommunicationOverlap& one = result.emplace_back();
    one.container = container;
    one.tracks = static_cast<uint32_t>(tracks.size());
    std::vector<UseChange> changes;
    for (const uint32_t track : tracks) add_changes(graph, graph.tracks()[track], changes);
    measure(changes, one);
  }
  return result;
}

Usage measure_usage(const DependencyGraph& graph, uint32_t bins) {
  return {make_profile(graph), call_tree(graph), find_idle_time(graph, find_waits(graph)),
          communication_overlap(graph), time_profile(graph, bins)};
}

}  // namespace paje
