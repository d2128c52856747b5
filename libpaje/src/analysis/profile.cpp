#include "paje/profile.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "analysis/profile_parts.hpp"
#include "analysis/value_numbers.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// By the number of its value.
using NumberedSum = std::pair<uint32_t, StateSum>;

// Only of the values that the track has, in their order: there may be as many values as tracks.
std::vector<NumberedSum> numbered_sums(const DependencyGraph& graph,
                                       const DependencyGraph::Track& track,
                                       const std::vector<uint32_t>& numbers) {
  std::vector<NumberedSum> sums;
  for (const StateSum& sum :
       sum_states(graph.trace(), graph.trace().track(track.container, track.type))) {
    sums.emplace_back(numbers[sum.value.index], sum);
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<NumberedSum> merged;
  for (const auto& [value, sum] : sums) {
    if (merged.empty() || merged.back().first != value) merged.emplace_back(value, StateSum());
    merged.back().second.add(sum);
  }
  return merged;
}

}  // namespace

ValueProfile rounded(const StateSum& sum) {
  if (sum.count == 0) return {};
  return {sum.count, sum.inclusive.rounded(), sum.exclusive().rounded(), sum.shortest, sum.longest};
}

std::vector<StateSum> sums_of_track(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track,
                                    const std::vector<uint32_t>& numbers) {
  std::vector<StateSum> sums(graph.values().size());
  for (const StateSum& sum :
       sum_states(graph.trace(), graph.trace().track(track.container, track.type))) {
    sums[numbers[sum.value.index]].add(sum);
  }
  return sums;
}

double uncovered_time(const DependencyGraph& graph, const DependencyGraph::Track& track) {
  double sum = 0;
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (graph.value(piece) == 0) sum += graph.length(piece);
  }
  return sum;
}

std::vector<double> seconds_of_track(const DependencyGraph& graph,
                                     const DependencyGraph::Track& track) {
  std::vector<double> seconds(graph.values().size());
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    seconds[graph.value(piece)] += graph.length(piece);
  }
  return seconds;
}

std::vector<double> seconds_by_value(const DependencyGraph& graph) {
  // The sum is exact, so it does not depend on how tracks are split.
  constexpr std::size_t kParts = 256;
  const std::size_t tracks = graph.tracks().size();
  const std::size_t of_part = tracks / kParts + 1;
  std::vector<ExactSum> sums(graph.values().size());
  std::mutex mutex;
  ThreadPool(graph.threads()).for_each((tracks + of_part - 1) / of_part, [&](std::size_t part) {
    const std::size_t last = std::min((part + 1) * of_part, tracks);
    for (std::size_t track = part * of_part; track < last; ++track) {
      const std::vector<double> seconds = seconds_of_track(graph, graph.tracks()[track]);
      const std::lock_guard lock(mutex);
      for (std::size_t value = 0; value < sums.size(); ++value) sums[value].add(seconds[value]);
    }
  });
  std::vector<double> result;
  for (const ExactSum& sum : sums) result.push_back(sum.rounded());
  return result;
}

std::vector<bool> values_with_pieces(const DependencyGraph& graph) {
  std::vector<bool> found(graph.values().size());
  for (const auto& track : graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      found[graph.value(piece)] = true;
    }
  }
  return found;
}

Profile make_profile(const DependencyGraph& graph) {
  const std::vector<uint32_t> numbers = value_numbers(graph);
  const std::size_t values = graph.values().size();
  Profile profile;
  std::vector<std::vector<NumberedSum>> sums(graph.tracks().size());
  profile.by_track.resize(graph.tracks().size() * values);
  profile.uncovered.resize(graph.tracks().size());
  ThreadPool pool(graph.threads());
  pool.for_each(graph.tracks().size(), [&](std::size_t i) {
    const auto& track = graph.tracks()[i];
    sums[i] = numbered_sums(graph, track, numbers);
    for (const auto& [value, sum] : sums[i]) profile.by_track[i * values + value] = rounded(sum);
    profile.uncovered[i] = uncovered_time(graph, track);
  });
  std::vector<StateSum> all(values);
  for (const std::vector<NumberedSum>& of_track : sums) {
    for (const auto& [value, sum] : of_track) all[value].add(sum);
  }
  std::transform(all.begin(), all.end(), std::back_inserter(profile.values),
                 [](const StateSum& sum) { return rounded(sum); });
  return profile;
}

}  // namespace paje
