#include "paje/profile.hpp"

#include <algorithm>

#include "analysis/value_numbers.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

void add(ValueProfile& to, const ValueProfile& more) {
  if (more.count == 0) return;
  to.shortest = to.count == 0 ? more.shortest : std::min(to.shortest, more.shortest);
  to.longest = std::max(to.longest, more.longest);
  to.count += more.count;
  to.inclusive += more.inclusive;
  to.exclusive += more.exclusive;
}

void profile_track(const DependencyGraph& graph, const DependencyGraph::Track& track,
                   const std::vector<uint32_t>& numbers, std::span<ValueProfile> values) {
  const StateColumns states = graph.trace().states();
  const Track rows = graph.trace().track(track.container, track.type);
  std::vector<uint32_t> around;  // the values of the states around the next one
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    const double length = states.end[row] - states.start[row];
    const uint32_t value = numbers[states.value[row].index];
    add(values[value], {1, length, length, length, length});
    around.resize(states.depth[row]);
    if (!around.empty()) values[around.back()].exclusive -= length;
    around.push_back(value);
  }
}

}  // namespace

Profile make_profile(const DependencyGraph& graph) {
  const std::vector<uint32_t> numbers = value_numbers(graph);
  const std::size_t values = graph.values().size();
  Profile profile;
  profile.values.resize(values);
  profile.by_track.resize(graph.tracks().size() * values);
  profile.uncovered.resize(graph.tracks().size());
  ThreadPool pool(graph.threads());
  pool.for_each(graph.tracks().size(), [&](std::size_t i) {
    const auto& track = graph.tracks()[i];
    profile_track(graph, track, numbers, std::span(profile.by_track).subspan(i * values, values));
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (graph.value(piece) == 0) profile.uncovered[i] += graph.length(piece);
    }
  });
  // In the order of tracks, so that sums do not depend on threads.
  for (std::size_t i = 0; i < profile.by_track.size(); ++i) {
    add(profile.values[i % values], profile.by_track[i]);
  }
  return profile;
}

}  // namespace paje
