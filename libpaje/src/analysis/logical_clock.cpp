#include "analysis/logical_clock.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace paje {

namespace {

constexpr double kDecay = 0.01;
constexpr uint32_t kNoNode = UINT32_MAX;

// The times on all tracks at which something is sent or received, or a member arrives or leaves.
class Instants {
 public:
  Instants(const DependencyGraph& graph, ClockEvidence evidence)
      : first_(graph.tracks().size() + 1) {
    std::vector<std::vector<double>> times(graph.tracks().size());
    for (const auto& message : graph.messages()) {
      auto& of_target = times[graph.track_of_piece(message.target)];
      times[graph.track_of_piece(message.source)].push_back(graph.sent(message));
      of_target.push_back(graph.received(message));
      // The time before the receiving call must not be stretched.
      if (graph.start(message.target) < graph.received(message)) {
        of_target.push_back(graph.start(message.target));
      }
    }
    for (const auto& collective : graph.collectives()) {
      if (!waits_for_all(collective, evidence)) continue;
      for (const uint32_t piece : graph.members(collective)) {
        auto& of_member = times[graph.track_of_piece(piece)];
        of_member.push_back(graph.start(piece));
        of_member.push_back(graph.end(piece));
      }
    }
    for (std::size_t track = 0; track < times.size(); ++track) {
      auto& of_track = times[track];
      std::sort(of_track.begin(), of_track.end());
      of_track.erase(std::unique(of_track.begin(), of_track.end()), of_track.end());
      first_[track] = static_cast<uint32_t>(times_.size());
      times_.insert(times_.end(), of_track.begin(), of_track.end());
    }
    first_.back() = static_cast<uint32_t>(times_.size());
  }

  [[nodiscard]] uint32_t count() const { return first_.back(); }
  [[nodiscard]] uint32_t first(std::size_t track) const { return first_[track]; }
  [[nodiscard]] double time(uint32_t instant) const { return times_[instant]; }
  [[nodiscard]] uint32_t at(uint32_t track, double time) const {
    const auto begin = times_.begin() + first_[track];
    const auto end = times_.begin() + first_[track + 1];
    return static_cast<uint32_t>(std::lower_bound(begin, end, time) - times_.begin());
  }

 private:
  std::vector<uint32_t> first_;
  std::vector<double> times_;
};

// Nodes: the instants, and then for each collective the time when all members have arrived.
class Dependencies {
 public:
  struct Edge {
    uint32_t from, to;
  };

  Dependencies(const DependencyGraph& graph, const Instants& instants, ClockEvidence evidence)
      : nodes_(instants.count()) {
    for (const auto& message : graph.messages()) {
      add(instants.at(graph.track_of_piece(message.source), graph.sent(message)),
          instants.at(graph.track_of_piece(message.target), graph.received(message)));
    }
    for (const auto& collective : graph.collectives()) {
      if (!waits_for_all(collective, evidence)) continue;
      for (const uint32_t piece : graph.members(collective)) {
        const uint32_t track = graph.track_of_piece(piece);
        add(instants.at(track, graph.start(piece)), nodes_);
        add(nodes_, instants.at(track, graph.end(piece)));
      }
      ++nodes_;
    }
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
      return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
    first_.resize(nodes_ + 1);
    for (const Edge& edge : edges_) ++first_[edge.from + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  }

  [[nodiscard]] uint32_t nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] std::span<const Edge> from(uint32_t node) const {
    return std::span(edges_).subspan(first_[node], first_[node + 1] - first_[node]);
  }

 private:
  // Adds an edge, unless a node would depend on itself.
  void add(uint32_t from, uint32_t to) {
    if (from != to) edges_.push_back({from, to});
  }

  uint32_t nodes_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> first_;
};

class Clock {
 public:
  Clock(const DependencyGraph& graph, std::span<const LinearClock> clocks, ClockEvidence evidence)
      : graph_(graph),
        instants_(graph, evidence),
        dependencies_(graph, instants_, evidence),
        linear_(dependencies_.nodes(), -std::numeric_limits<double>::infinity()),
        times_(linear_),
        track_of_(instants_.count()) {
    for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
      for (uint32_t i = instants_.first(track); i < instants_.first(track + 1); ++i) {
        track_of_[i] = track;
        linear_[i] = times_[i] = clocks[track].corrected(instants_.time(i), graph.start());
      }
    }
  }

  LogicalClock run() {
    // One pass suffices, unless instants depend on each other in a cycle. If repetition does not
    // resolve it, the messages of the cycle stay unchanged.
    constexpr int kMostPasses = 16;
    for (int passes = 1; !go_through() && move_late_ones(); ++passes) {
      if (passes < kMostPasses) continue;
      times_ = linear_;
      (void)go_through();
      break;
    }
    LogicalClock result;
    result.steps.resize(graph_.tracks().size());
    for (std::size_t track = 0; track < result.steps.size(); ++track) {
      add_steps(track, result.steps[track]);
    }
    count(result);
    return result;
  }

 private:
  /// Sets the times of all instants; false if some depend on themselves.
  bool go_through() {
    needed_ = linear_;
    open_.assign(dependencies_.nodes(), 0);
    is_done_.assign(dependencies_.nodes(), false);
    for (const auto& edge : dependencies_.edges()) ++open_[edge.to];
    for (uint32_t i = 0; i < instants_.count(); ++i) open_[i] += has_one_before(i) ? 1 : 0;
    for (uint32_t node = 0; node < dependencies_.nodes(); ++node) {
      if (open_[node] == 0) ready_.push_back(node);
    }
    bool is_whole = true;
    for (;;) {
      while (!ready_.empty()) {
        const uint32_t node = ready_.back();
        ready_.pop_back();
        finish(node);
      }
      const uint32_t node = first_open();
      if (node == kNoNode) break;
      // Continue with what is known: a dependency in a cycle uses the time of the previous pass.
      is_whole = false;
      needed_[node] = std::max(needed_[node], times_[node]);
      finish(node);
    }
    return is_whole;
  }

  [[nodiscard]] bool has_one_before(uint32_t instant) const {
    return instant > instants_.first(track_of_[instant]);
  }

  void finish(uint32_t node) {
    is_done_[node] = true;
    double time = needed_[node];
    if (node < instants_.count() && has_one_before(node)) {
      const double shift = times_[node - 1] - linear_[node - 1];
      const double since = linear_[node] - linear_[node - 1];
      time = std::max(time, linear_[node] + std::max(0.0, shift - kDecay * since));
    }
    times_[node] = time;
    for (const auto& edge : dependencies_.from(node)) {
      needed_[edge.to] = std::max(needed_[edge.to], time);
      settle(edge.to);
    }
    if (node + 1 < instants_.count() && track_of_[node + 1] == track_of_[node]) settle(node + 1);
  }

  void settle(uint32_t node) {
    if (!is_done_[node] && --open_[node] == 0) ready_.push_back(node);
  }

  /// The earliest instant in a cycle that is the next one of its track.
  [[nodiscard]] uint32_t first_open() const {
    uint32_t first = kNoNode;
    for (std::size_t track = 0; track < graph_.tracks().size(); ++track) {
      const auto begin = is_done_.begin() + instants_.first(track);
      const auto end = is_done_.begin() + instants_.first(track + 1);
      const auto next = std::partition_point(begin, end, [](bool is_done) { return is_done; });
      if (next == end) continue;
      const auto node = static_cast<uint32_t>(next - is_done_.begin());
      if (first == kNoNode || linear_[node] < linear_[first]) first = node;
    }
    return first;
  }

  [[nodiscard]] bool is_late(const Dependencies::Edge& edge) const {
    return times_[edge.to] < times_[edge.from] - graph_.resolution();
  }
  /// Moves instants that are still late, for the next pass; returns whether there are any.
  bool move_late_ones() {
    bool has_some = false;
    for (const auto& edge : dependencies_.edges()) {
      if (!is_late(edge)) continue;
      has_some = true;
      times_[edge.to] = times_[edge.from];
    }
    return has_some;
  }

  void add_steps(std::size_t track, std::vector<ClockStep>& steps) const {
    const uint32_t first = instants_.first(track), last = instants_.first(track + 1);
    const auto shift = [&](uint32_t i) { return std::max(0.0, times_[i] - linear_[i]); };
    for (uint32_t i = first; i < last; ++i) {
      const bool matters =
          shift(i) > 0 || (i > first && shift(i - 1) > 0) || (i + 1 < last && shift(i + 1) > 0);
      if (matters) steps.push_back({instants_.time(i), shift(i)});
    }
    if (steps.empty() || steps.back().shift == 0) return;
    steps.push_back({steps.back().time + steps.back().shift / kDecay, 0});
  }

  void count(LogicalClock& result) const {
    std::vector<bool> is_late_itself(instants_.count());
    for (const auto& edge : dependencies_.edges()) {
      if (is_late(edge)) ++result.unsolved;
      if (edge.to >= instants_.count() || is_late_itself[edge.to]) continue;
      // Not if it only moves together with the instants before it.
      const double alone = linear_[edge.to] + graph_.resolution();
      is_late_itself[edge.to] = times_[edge.from] > alone && times_[edge.to] > alone;
      result.late_events += is_late_itself[edge.to] ? 1 : 0;
    }
  }

  const DependencyGraph& graph_;
  Instants instants_;
  Dependencies dependencies_;
  std::vector<double> linear_;  // by node: before
  std::vector<double> times_;   // by node: after
  std::vector<double> needed_;
  std::vector<uint32_t> open_;  // number of dependencies left
  std::vector<bool> is_done_;
  std::vector<uint32_t> ready_;
  std::vector<uint32_t> track_of_;
};

}  // namespace

LogicalClock run_logical_clock(const DependencyGraph& graph, std::span<const LinearClock> clocks,
                               ClockEvidence evidence) {
  return Clock(graph, clocks, evidence).run();
}

}  // namespace paje
