#include "analysis/clock_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>

namespace paje {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

ClockBounds::ClockBounds(const DependencyGraph& graph, std::span<const LinearClock> clocks,
                         ClockEvidence evidence)
    : graph_(graph), clocks_(clocks), evidence_(evidence), nodes_(graph.tracks().size()) {
  add_messages();
  add_collectives();
}

// Only the tightest message of each pair of tracks matters.
void ClockBounds::add_messages() {
  std::unordered_map<uint64_t, double> tightest;
  for (const auto& message : graph_.messages()) {
    const uint32_t source = graph_.track_of_piece(message.source);
    const uint32_t target = graph_.track_of_piece(message.target);
    const double transfer =
        time(target, graph_.received(message)) - time(source, graph_.sent(message));
    const auto [entry, is_new] = tightest.emplace(uint64_t{target} << 32U | source, transfer);
    if (!is_new) entry->second = std::min(entry->second, transfer);
  }
  for (const auto& [key, transfer] : tightest) {
    are_wrong_ = are_wrong_ || transfer < -graph_.resolution();
    all_.push_back(
        {static_cast<uint32_t>(key >> 32U), static_cast<uint32_t>(key & 0xffffffffU), transfer});
  }
  // Sort, so that results do not depend on the order of a hash table.
  std::sort(all_.begin(), all_.end(), [](const Bound& a, const Bound& b) {
    return a.earlier != b.earlier ? a.earlier < b.earlier : a.later < b.later;
  });
}

void ClockBounds::add_collectives() {
  for (const auto& collective : graph_.collectives()) {
    if (!waits_for_all(collective, evidence_)) continue;
    const auto node = static_cast<uint32_t>(nodes_++);
    double last_come = -kUnbounded, first_left = kUnbounded;
    for (const uint32_t piece : graph_.members(collective)) {
      const uint32_t track = graph_.track_of_piece(piece);
      const double come = time(track, graph_.start(piece));
      const double left = time(track, graph_.end(piece));
      last_come = std::max(last_come, come);
      first_left = std::min(first_left, left);
      all_.push_back({node, track, -come});
      all_.push_back({track, node, left});
    }
    comings_.push_back(last_come);
    are_wrong_ = are_wrong_ || first_left < last_come - graph_.resolution();
  }
}

std::vector<uint32_t> ClockBounds::find_circle(const std::vector<uint32_t>& before) const {
  std::vector<uint32_t> seen_from(before.size(), DependencyGraph::kNone);
  for (uint32_t first = 0; first < before.size(); ++first) {
    uint32_t node = first;
    while (node != DependencyGraph::kNone && seen_from[node] == DependencyGraph::kNone) {
      seen_from[node] = first;
      node = before[node];
    }
    if (node == DependencyGraph::kNone || seen_from[node] != first) continue;
    std::vector<uint32_t> circle;
    const uint32_t begin = node;
    do {
      if (node < graph_.tracks().size()) circle.push_back(node);
      node = before[node];
    } while (node != begin);
    std::sort(circle.begin(), circle.end());
    return circle;
  }
  return {};
}

// Bellman-Ford. Initial values are right if the clocks are, so little changes if few clocks are
// wrong. Bounds are visited alternately forwards and backwards, so a chain in either order of nodes
// needs two rounds.
std::vector<double> ClockBounds::find_any(std::vector<uint32_t>& conflict) const {
  std::vector<double> values(graph_.tracks().size(), 0.0);
  values.insert(values.end(), comings_.begin(), comings_.end());
  std::vector<uint32_t> before(nodes_, DependencyGraph::kNone);
  for (std::size_t round = 0, changed = 1; changed > 0; ++round) {
    changed = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Bound& bound = all_[round % 2 == 0 ? i : all_.size() - 1 - i];
      const double better = values[bound.earlier] + bound.most;
      if (better >= values[bound.later] - least_gain()) continue;
      values[bound.later] = better;
      before[bound.later] = bound.earlier;
      ++changed;
    }
    const bool is_circle_possible = (round & (round + 1)) == 0 || round > 64;
    if (changed > 0 && is_circle_possible) conflict = find_circle(before);
    if (!conflict.empty()) return {};
  }
  return values;
}

ClockBounds::Ways ClockBounds::ways(bool reversed) const {
  Ways ways;
  ways.first.assign(nodes_ + 1, 0);
  ways.bounds.resize(all_.size());
  const auto from = [&](const Bound& bound) { return reversed ? bound.later : bound.earlier; };
  for (const Bound& bound : all_) ++ways.first[from(bound) + 1];
  for (std::size_t i = 0; i < nodes_; ++i) ways.first[i + 1] += ways.first[i];
  std::vector<std::size_t> next(ways.first.begin(), ways.first.end() - 1);
  for (std::size_t i = 0; i < all_.size(); ++i) ways.bounds[next[from(all_[i])]++] = i;
  return ways;
}

// Dijkstra's algorithm: relative to `possible` offsets, no bound is negative.
void ClockBounds::lower(bool reversed, const std::vector<double>& possible,
                        const std::vector<bool>& open, std::vector<double>& values) const {
  const Ways from = ways(reversed);
  const auto key = [&](uint32_t node) {
    return reversed ? values[node] + possible[node] : values[node] - possible[node];
  };
  using Entry = std::pair<double, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (uint32_t node = 0; node < nodes_; ++node) {
    if (values[node] < kUnbounded) queue.emplace(key(node), node);
  }
  while (!queue.empty()) {
    const auto [at, node] = queue.top();
    queue.pop();
    if (at > key(node)) continue;
    for (std::size_t i = from.first[node]; i < from.first[node + std::size_t{1}]; ++i) {
      const Bound& bound = all_[from.bounds[i]];
      const uint32_t to = reversed ? bound.earlier : bound.later;
      const double better = values[node] + bound.most;
      if (!open[to] || better >= values[to] - least_gain()) continue;
      values[to] = better;
      queue.emplace(key(to), to);
    }
  }
}

std::optional<ClockBounds::Solution> ClockBounds::solve(std::vector<uint32_t>& conflict) const {
  const std::vector<double> possible = find_any(conflict);
  if (!conflict.empty()) return {};
  std::vector<double> greatest(nodes_, kUnbounded), least(nodes_, kUnbounded);
  greatest[0] = least[0] = 0;
  const std::vector<bool> all(nodes_, true);
  lower(false, possible, all, greatest);
  lower(true, possible, all, least);
  for (double& bound : least) bound = -bound;
  // Bounds lead from nodes with only a least offset to nodes with both bounds, and from these to
  // nodes with only a greatest one. So each class can be chosen from the classes before it. Nodes
  // without any bound come in between.
  std::vector<bool> only_least(nodes_), only_greatest(nodes_), neither(nodes_);
  std::vector<double> chosen(nodes_, kUnbounded);
  for (std::size_t i = 0; i < nodes_; ++i) {
    const bool has_least = std::isfinite(least[i]), has_greatest = std::isfinite(greatest[i]);
    only_least[i] = has_least && !has_greatest;
    only_greatest[i] = !has_least && has_greatest;
    neither[i] = !has_least && !has_greatest;
    if (has_least && has_greatest) chosen[i] = -(least[i] + greatest[i]) / 2;
  }
  const auto choose = [&](const std::vector<bool>& open, bool reversed) {
    for (std::size_t i = 0; i < nodes_; ++i) {
      if (open[i]) chosen[i] = 0;
    }
    lower(reversed, possible, open, chosen);
  };
  choose(only_least, true);
  for (double& offset : chosen) offset = offset < kUnbounded ? -offset : offset;
  choose(neither, false);
  choose(only_greatest, false);
  const std::size_t tracks = graph_.tracks().size();
  for (auto* const offsets : {&least, &greatest, &chosen}) offsets->resize(tracks);
  return Solution{std::move(least), std::move(greatest), std::move(chosen)};
}

}  // namespace paje
