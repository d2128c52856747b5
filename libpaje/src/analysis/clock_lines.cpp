#include "analysis/clock_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <utility>

namespace paje {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Real clocks drift by less than 1e-4. A line with a much larger drift fits something else.
constexpr double kMostDrift = 0.01;

struct Point {
  double time;  // since the start of the run
  double difference;
};

// The lower convex hull of points: only these can touch a line below all points.
class LowerHull {
 public:
  void add(Point point) { points_.push_back(point); }

  void finish() {
    std::sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
      return a.time != b.time ? a.time < b.time : a.difference < b.difference;
    });
    std::vector<Point> hull;
    for (const Point& point : points_) {
      while (hull.size() > 1 && !turns_left(hull[hull.size() - 2], hull.back(), point)) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    points_ = std::move(hull);
  }

  /// The greatest height at the start of the run of a line with this slope below all points;
  /// infinite without points.
  [[nodiscard]] double room(double slope) const {
    double least = kNever;
    for (const Point& point : points_) {
      least = std::min(least, point.difference - slope * point.time);
    }
    return least;
  }

  [[nodiscard]] std::span<const Point> points() const { return points_; }

 private:
  static bool turns_left(const Point& a, const Point& b, const Point& c) {
    return (b.time - a.time) * (c.difference - a.difference) >
           (b.difference - a.difference) * (c.time - a.time);
  }

  std::vector<Point> points_;
};

// Bounds on (clock of the first track) - (clock of the second track).
struct Pair {
  LowerHull above;  // from messages from the first to the second: upper bounds
  LowerHull below;  // from messages in the other direction: lower bounds, negated
  double gap = 0;   // between both, for the best line
};

struct Line {
  double height = 0;
  double slope = 0;
  double least_slope = -kNever;
  double greatest_slope = kNever;
  double gap = kNever;  // room between the upper and lower bounds; negative if no line fits
};

// Finds the line with the most room to the bounds above and below it, for a track or a pair. `Room`
// has most(slope) and least(slope), the bounds of its height at the start of the run. The gap
// between them is concave in the slope.
template <class Room>
class LineFit {
 public:
  LineFit(const Room& room, double resolution) : room_(room), resolution_(resolution) {}

  [[nodiscard]] Line level() const {
    Line line;
    line.least_slope = line.greatest_slope = 0;
    set_height(line);
    return line;
  }

  // A level line if the run is too short to determine a drift; otherwise the greatest drift would
  // fit best.
  [[nodiscard]] Line best() const {
    Line line;
    if (std::isfinite(gap(0))) {
      const double best = slope_of_largest_gap();
      if (std::abs(best) < kMostDrift * 0.99) line.slope = best;
      if (gap(line.slope) >= 0) {
        line.least_slope = infinite_at(last_slope(line.slope, -kMostDrift, 0), -kMostDrift);
        line.greatest_slope = infinite_at(last_slope(line.slope, kMostDrift, 0), kMostDrift);
      }
    }
    set_height(line);
    return line;
  }

 private:
  [[nodiscard]] double gap(double slope) const { return room_.most(slope) - room_.least(slope); }

  // The last slope from `inside` towards `border` with a gap of at least `least`.
  [[nodiscard]] double last_slope(double inside, double border, double least) const {
    if (gap(border) >= least) return border;
    for (int i = 0; i < 60; ++i) {
      const double middle = (inside + border) / 2;
      (gap(middle) >= least ? inside : border) = middle;
    }
    return inside;
  }

  [[nodiscard]] double slope_of_largest_gap() const {
    double low = -kMostDrift, high = kMostDrift;
    for (int i = 0; i < 80; ++i) {
      const double first = low + (high - low) / 3, second = high - (high - low) / 3;
      if (gap(first) < gap(second)) {
        low = first;
      } else {
        high = second;
      }
    }
    // The middle of all slopes that are equally good.
    const double best = (low + high) / 2;
    const double least = gap(best) - resolution_ * 1e-3;
    return (last_slope(best, -kMostDrift, least) + last_slope(best, kMostDrift, least)) / 2;
  }

  static double infinite_at(double slope, double border) {
    return slope == border ? border * kNever : slope;
  }

  void set_height(Line& line) const {
    const double most = room_.most(line.slope), least = room_.least(line.slope);
    line.gap = most - least;
    line.height = std::isfinite(line.gap) ? (most + least) / 2
                  : std::isfinite(most)   ? std::min(0.0, most)
                                          : std::max(0.0, least);
  }

  const Room& room_;
  double resolution_;
};

struct PairRoom {
  const Pair& pair;
  [[nodiscard]] double most(double slope) const { return pair.above.room(slope); }
  [[nodiscard]] double least(double slope) const { return -pair.below.room(-slope); }
};

class Pairs {
 public:
  Pairs(const DependencyGraph& graph, std::span<const LinearClock> clocks, ClockEvidence evidence)
      : graph_(graph), clocks_(clocks) {
    for (const auto& message : graph.messages()) {
      add(graph.track_of_piece(message.source), graph.sent(message),
          graph.track_of_piece(message.target), graph.received(message));
    }
    for (const auto& collective : graph.collectives()) {
      if (waits_for_all(collective, evidence)) add(graph.members(collective));
    }
    for (auto& [tracks, pair] : all_) {
      pair.above.finish();
      pair.below.finish();
    }
  }

  using Tracks = std::pair<uint32_t, uint32_t>;  // the smaller index first
  [[nodiscard]] const std::map<Tracks, Pair>& all() const { return all_; }
  [[nodiscard]] std::map<Tracks, Pair>& all() { return all_; }

 private:
  // Adds that an event at `sent` on `from` precedes an event at `received` on `to`.
  void add(uint32_t from, double sent, uint32_t to, double received) {
    if (from == to) return;
    sent = clocks_[from].corrected(sent, graph_.start());
    received = clocks_[to].corrected(received, graph_.start());
    Pair& pair = all_[{std::min(from, to), std::max(from, to)}];
    (from < to ? pair.above : pair.below).add({sent - graph_.start(), received - sent});
  }

  // Adds all pairs of few members; of many members, each with the next one and with the first.
  void add(std::span<const uint32_t> members) {
    constexpr std::size_t kFew = 16;
    const auto add_pair = [&](uint32_t a, uint32_t b) {
      const uint32_t first = graph_.track_of_piece(a), second = graph_.track_of_piece(b);
      add(first, graph_.start(a), second, graph_.end(b));
      add(second, graph_.start(b), first, graph_.end(a));
    };
    for (std::size_t i = 1; i < members.size(); ++i) {
      if (members.size() > kFew) {
        add_pair(members[i - 1], members[i]);
        if (i > 1) add_pair(members[0], members[i]);
        continue;
      }
      for (std::size_t k = 0; k < i; ++k) add_pair(members[k], members[i]);
    }
  }

  const DependencyGraph& graph_;
  std::span<const LinearClock> clocks_;
  std::map<Tracks, Pair> all_;
};

struct Edge {
  double room;
  uint32_t from, to;
  Line line;  // correction of `to` relative to `from`
};

bool is_worse(const Edge& a, const Edge& b) {
  return a.room != b.room ? a.room > b.room : std::pair(a.from, a.to) > std::pair(b.from, b.to);
}

Line turned(const Line& line) {
  return {-line.height, -line.slope, -line.greatest_slope, -line.least_slope, line.gap};
}

ClockLine line_after(const ClockLine& from, const Line& line) {
  return {{from.clock.offset + line.height, from.clock.drift + line.slope},
          from.least_drift + line.least_slope,
          from.greatest_drift + line.greatest_slope};
}

// By track; `is_first` marks the tracks relative to which others are corrected.
struct Lines {
  std::vector<ClockLine> all;
  std::vector<bool> is_first;
};

Lines lines_of_tree(const DependencyGraph& graph, Pairs& pairs, bool with_drift) {
  std::vector<std::vector<Edge>> edges(graph.tracks().size());
  for (auto& [tracks, pair] : pairs.all()) {
    const auto [first, second] = tracks;
    const PairRoom room{pair};
    const LineFit fit(room, graph.resolution());
    const Line line = with_drift ? fit.best() : fit.level();
    pair.gap = line.gap;
    // The line corrects the first track relative to the second.
    edges[second].push_back({std::abs(line.gap), second, first, line});
    edges[first].push_back({std::abs(line.gap), first, second, turned(line)});
  }
  Lines lines{std::vector<ClockLine>(edges.size()), std::vector<bool>(edges.size())};
  std::vector<bool> is_known(edges.size());
  std::priority_queue<Edge, std::vector<Edge>, decltype(&is_worse)> next(&is_worse);
  for (uint32_t start = 0; start < edges.size(); ++start) {
    if (is_known[start]) continue;
    lines.is_first[start] = is_known[start] = true;
    for (const Edge& edge : edges[start]) next.push(edge);
    while (!next.empty()) {
      const Edge edge = next.top();
      next.pop();
      if (is_known[edge.to]) continue;
      is_known[edge.to] = true;
      lines.all[edge.to] = line_after(lines.all[edge.from], edge.line);
      for (const Edge& further : edges[edge.to]) next.push(further);
    }
  }
  return lines;
}

// Moves the lines to fulfil the bounds of all pairs, not only of those in the tree, if possible:
// each violated point in turn moves its two lines by the least amount that fulfils it (Kaczmarz).
class Projection {
 public:
  Projection(const DependencyGraph& graph, const Pairs& pairs, Lines& lines)
      : length_(std::max(graph.length(), graph.resolution())), pairs_(pairs), lines_(lines) {}

  void run() {
    // Keep as far from all bounds as possible; the pair with the least room limits the margin for
    // all.
    double least = kNever;
    for (const auto& [tracks, pair] : pairs_.all()) {
      if (pair.gap > 0) least = std::min(least, pair.gap / 2);
    }
    if (!std::isfinite(least)) least = 0;
    const std::vector<ClockLine> before = lines_.all;
    for (const double part : {0.8, 0.4, 0.2, 0.1, 0.05, 0.0}) {
      lines_.all = before;
      bool is_any_wrong = true;
      for (int round = 0; is_any_wrong && round < kMostRounds; ++round) {
        is_any_wrong = move_all(part * least);
      }
      if (!is_any_wrong) break;
    }
    if (std::any_of(lines_.all.begin(), lines_.all.end(), drifts_too_much)) lines_.all = before;
  }

 private:
  static constexpr int kMostRounds = 300;

  static bool drifts_too_much(const ClockLine& line) {
    return std::abs(line.clock.drift) > kMostDrift;
  }

  // Returns whether a bound was violated.
  bool move_all(double margin) {
    bool is_any_wrong = false;
    for (const auto& [tracks, pair] : pairs_.all()) {
      for (const Point& point : pair.above.points()) {
        is_any_wrong |= move(tracks.first, tracks.second, point, margin);
      }
      for (const Point& point : pair.below.points()) {
        is_any_wrong |= move(tracks.second, tracks.first, point, margin);
      }
    }
    return is_any_wrong;
  }

  // The line of `above` minus that of `below` must not exceed the point.
  bool move(uint32_t above, uint32_t below, const Point& point, double margin) {
    LinearClock& a = lines_.all[above].clock;
    LinearClock& b = lines_.all[below].clock;
    const double over =
        a.offset - b.offset + (a.drift - b.drift) * point.time - (point.difference - margin);
    if (over <= 0) return false;
    const double place = point.time / length_ - 0.5;
    const bool moves_a = !lines_.is_first[above], moves_b = !lines_.is_first[below];
    const double parts = (moves_a ? 1 : 0) + (moves_b ? 1 : 0);
    // Both tracks are references, so neither moves.
    if (parts == 0) return false;
    const double step = over / (parts * (1 + place * place));
    if (moves_a) turn(a, -step, place);
    if (moves_b) turn(b, step, place);
    return true;
  }

  // Moves the line by `step` at mid-run, and by more towards the side of `place`.
  void turn(LinearClock& clock, double step, double place) const {
    clock.drift += step * place / length_;
    clock.offset += step - step * place * 0.5;
  }

  double length_;
  const Pairs& pairs_;
  Lines& lines_;
};

}  // namespace

std::vector<ClockLine> find_clock_lines(const DependencyGraph& graph,
                                        std::span<const LinearClock> clocks, ClockEvidence evidence,
                                        bool with_drift) {
  Pairs pairs(graph, clocks, evidence);
  Lines lines = lines_of_tree(graph, pairs, with_drift);
  if (with_drift) Projection(graph, pairs, lines).run();
  return std::move(lines.all);
}

}  // namespace paje
