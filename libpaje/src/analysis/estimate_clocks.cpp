#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "paje/clocks.hpp"

namespace paje {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// offset[later] <= offset[earlier] + most. Besides tracks there is a node for each collective: the
// instant at which all have come.
struct Bound {
  uint32_t earlier;
  uint32_t later;
  double most;
};

class Bounds {
 public:
  explicit Bounds(const DependencyGraph& graph) : graph_(graph), nodes_(graph.tracks().size()) {
    add_messages();
    add_collectives();
  }

  [[nodiscard]] bool are_wrong() const { return are_wrong_; }
  /// The greatest offsets if the first track's is 0; with `reversed`, the least ones without their
  /// sign. Empty if there is a circle, whose tracks go to `conflict`.
  [[nodiscard]] std::vector<double> distances(bool reversed, std::vector<uint32_t>& conflict) const;

 private:
  void add_messages();
  void add_collectives();
  /// The tracks of a circle of predecessors; none if there is no circle.
  [[nodiscard]] std::vector<uint32_t> find_circle(const std::vector<uint32_t>& before) const;

  const DependencyGraph& graph_;
  std::size_t nodes_;
  std::vector<Bound> all_;
  bool are_wrong_ = false;
};

// Of each pair of tracks the message that says most.
void Bounds::add_messages() {
  std::unordered_map<uint64_t, double> tightest;
  for (const auto& message : graph_.messages()) {
    const uint32_t source = graph_.track_of_piece(message.source);
    const uint32_t target = graph_.track_of_piece(message.target);
    const double transfer = graph_.received(message) - graph_.sent(message);
    const auto [entry, is_new] = tightest.emplace(uint64_t{target} << 32U | source, transfer);
    if (!is_new) entry->second = std::min(entry->second, transfer);
  }
  for (const auto& [key, transfer] : tightest) {
    are_wrong_ = are_wrong_ || transfer < -graph_.resolution();
    all_.push_back(
        {static_cast<uint32_t>(key >> 32U), static_cast<uint32_t>(key & 0xffffffffU), transfer});
  }
  // The order of a hash table must not show.
  std::sort(all_.begin(), all_.end(), [](const Bound& a, const Bound& b) {
    return a.earlier != b.earlier ? a.earlier < b.earlier : a.later < b.later;
  });
}

void Bounds::add_collectives() {
  for (const auto& collective : graph_.collectives()) {
    if (collective.kind != CallKind::all_to_all && collective.kind != CallKind::barrier) continue;
    const auto node = static_cast<uint32_t>(nodes_++);
    double last_come = -kNever, first_left = kNever;
    for (const uint32_t piece : graph_.members(collective)) {
      last_come = std::max(last_come, graph_.start(piece));
      first_left = std::min(first_left, graph_.end(piece));
    }
    are_wrong_ = are_wrong_ || first_left < last_come - graph_.resolution();
    for (const uint32_t piece : graph_.members(collective)) {
      const uint32_t track = graph_.track_of_piece(piece);
      all_.push_back({node, track, -graph_.start(piece)});
      all_.push_back({track, node, graph_.end(piece)});
    }
  }
}

std::vector<uint32_t> Bounds::find_circle(const std::vector<uint32_t>& before) const {
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

std::vector<double> Bounds::distances(bool reversed, std::vector<uint32_t>& conflict) const {
  std::vector<double> distance(nodes_, kNever);
  std::vector<uint32_t> before(nodes_, DependencyGraph::kNone);
  distance[0] = 0;
  // Differences of two times are rounded; a circle of length 0 must not go on forever.
  const double least_gain = graph_.resolution() * 1e-3;
  for (std::size_t round = 0, changed = 1; changed > 0; ++round) {
    changed = 0;
    for (const Bound& bound : all_) {
      const uint32_t from = reversed ? bound.later : bound.earlier;
      const uint32_t to = reversed ? bound.earlier : bound.later;
      const double better = distance[from] + bound.most;
      if (better >= distance[to] - least_gain) continue;
      distance[to] = better;
      before[to] = from;
      ++changed;
    }
    const bool is_circle_possible = (round & (round + 1)) == 0 || round > 64;
    if (changed > 0 && is_circle_possible) conflict = find_circle(before);
    if (!conflict.empty()) return {};
  }
  distance.resize(graph_.tracks().size());
  return distance;
}

double choose(const ClockOffset& bounds) {
  if (std::isfinite(bounds.least) && std::isfinite(bounds.greatest)) {
    return (bounds.least + bounds.greatest) / 2;
  }
  return std::clamp(0.0, bounds.least, bounds.greatest);
}

}  // namespace

double Clocks::largest() const {
  double result = 0;
  for (const ClockOffset& track : tracks) result = std::max(result, std::abs(track.offset));
  return result;
}

Clocks estimate_clocks(const DependencyGraph& graph) {
  Clocks clocks;
  clocks.tracks.assign(graph.tracks().size(), {-kNever, kNever, 0});
  if (graph.tracks().empty()) return clocks;
  const Bounds bounds(graph);
  clocks.are_wrong = bounds.are_wrong();
  const std::vector<double> greatest = bounds.distances(false, clocks.conflict);
  if (!clocks.conflict.empty()) return clocks;
  const std::vector<double> least = bounds.distances(true, clocks.conflict);
  if (!clocks.conflict.empty()) return clocks;
  for (std::size_t i = 0; i < clocks.tracks.size(); ++i) {
    ClockOffset& track = clocks.tracks[i];
    track.least = -least[i];
    track.greatest = greatest[i];
    if (clocks.are_wrong) track.offset = choose(track);
  }
  return clocks;
}

}  // namespace paje
