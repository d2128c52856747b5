#include <algorithm>
#include <utility>

#include "analysis/profile_parts.hpp"
#include "analysis/value_numbers.hpp"
#include "base/thread_pool.hpp"
#include "paje/profile.hpp"

namespace paje {

void TimeSums::add(uint32_t value, double start, double end) {
  if (end <= start) return;
  const std::size_t first = std::size_t{value} * parts_.size();
  for (uint32_t bin = parts_.bin_of(start); bin < parts_.size(); ++bin) {
    const double next = parts_.edge(bin + 1);
    double& sum = of_track_[first + bin];
    if (sum == 0) touched_.push_back(first + bin);
    sum += std::min(end, next) - std::max(start, parts_.edge(bin));
    if (end <= next) break;
  }
}

// Sweeps over a track: the innermost state gets the time until the next start or end.
class TimeSums::Sweep {
 public:
  Sweep(TimeSums& sums, double start) : sums_(sums), now_(start) {}

  void go_to(double time) {
    sums_.add(open_.empty() ? 0 : open_.back().value, now_, time);
    now_ = std::max(now_, time);
  }
  void close_to(std::size_t depth) {
    for (; open_.size() > depth; open_.pop_back()) go_to(open_.back().end);
  }
  void open(uint32_t value, double end) { open_.push_back({value, end}); }

 private:
  struct Open {
    uint32_t value;
    double end;
  };
  TimeSums& sums_;
  double now_;
  std::vector<Open> open_;
};

// Sums within a track are sums of doubles in order; sums over tracks are exact.
void TimeSums::add_track(const DependencyGraph& graph, const DependencyGraph::Track& track,
                         const std::vector<uint32_t>& numbers) {
  const StateColumns states = graph.trace().states();
  const Track rows = graph.trace().track(track.container, track.type);
  if (rows.first == rows.last) return;
  Sweep sweep(*this, states.start[rows.first]);
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    sweep.close_to(states.depth[row]);
    sweep.go_to(states.start[row]);
    sweep.open(numbers[states.value[row].index], states.end[row]);
  }
  sweep.close_to(0);
  for (const std::size_t place : touched_) sums_[place].add(std::exchange(of_track_[place], 0));
  touched_.clear();
}

TimeProfile time_profile(const DependencyGraph& graph, uint32_t bins) {
  const EqualBins parts(graph.start(), graph.end(), std::max(bins, 1U));
  TimeProfile profile;
  for (uint32_t i = 0; i <= parts.size(); ++i) profile.edges.push_back(parts.edge(i));
  const std::vector<uint32_t> numbers = value_numbers(graph);
  ThreadPool pool(graph.threads());
  // One set of sums for each group of tracks, instead of one for each track.
  const std::size_t groups = std::min<std::size_t>(pool.threads(), 4);
  std::vector<TimeSums> sums(std::max<std::size_t>(1, std::min(groups, graph.tracks().size())),
                             TimeSums(parts, graph.values().size()));
  pool.for_each(sums.size(), [&](std::size_t group) {
    for (std::size_t i = group; i < graph.tracks().size(); i += sums.size()) {
      sums[group].add_track(graph, graph.tracks()[i], numbers);
    }
  });
  std::vector<ExactSum>& all = sums.front().sums();
  for (std::size_t group = 1; group < sums.size(); ++group) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(sums[group].sums()[i]);
  }
  for (const ExactSum& sum : all) profile.seconds.push_back(sum.rounded());
  return profile;
}

std::vector<LoadImbalance> load_imbalance(const DependencyGraph& graph, const Profile& profile) {
  std::vector<LoadImbalance> result;
  const auto tracks = static_cast<uint32_t>(graph.tracks().size());
  for (uint32_t value = 0; value < profile.values.size(); ++value) {
    if (profile.values[value].exclusive <= 0) continue;
    LoadImbalance one;
    one.value = value;
    one.mean = profile.values[value].exclusive / static_cast<double>(tracks);
    for (uint32_t track = 0; track < tracks; ++track) {
      const double time = profile.of_track(track)[value].exclusive;
      if (time <= one.greatest) continue;
      one.greatest = time;
      one.track = track;
    }
    result.push_back(one);
  }
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return a.greatest - a.mean > b.greatest - b.mean;
  });
  return result;
}

}  // namespace paje
