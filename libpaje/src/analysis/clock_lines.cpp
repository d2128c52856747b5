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
// Clocks of machines drift by less than a ten-thousandth; a line that needs more fits something
// else.
constexpr double kMostDrift = 0.01;

struct Point {
  double time;  // since the start of the run
  double difference;
};

// The least points of a set: only these can touch a line below it.
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

  /// How high a line of that slope may be at the start of the run; infinite without points.
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

// What a pair of tracks says of (clock of the first) - (clock of the second).
struct Pair {
  LowerHull above;  // messages of the first to the second: not more than this
  LowerHull below;  // the other way, with the sign turned
  double gap = 0;   // between both, at the best line
};

struct Line {
  double height = 0;
  double slope = 0;
  double least_slope = -kNever;
  double greatest_slope = kNever;
  double gap = kNever;  // between what is above and below it; negative if it fits nowhere
};

// Finds the line with the most room to what one track, or a pair, has above and below it. `Room`
// has most(slope) and least(slope): between which the line is at the start of the run. The gap
// between both is concave in the slope.
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

  // Level where the run is too short to say more: then a line that needs the greatest drift is
  // best.
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

  // The last slope from `inside` to `border` whose gap is at least `least`.
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
    // In the middle of all that are as good.
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

  using Tracks = std::pair<uint32_t, uint32_t>;  // the lesser first
  [[nodiscard]] const std::map<Tracks, Pair>& all() const { return all_; }
  [[nodiscard]] std::map<Tracks, Pair>& all() { return all_; }

 private:
  // `to` had at `received` what `from` did at `sent`.
  void add(uint32_t from, double sent, uint32_t to, double received) {
    if (from == to) return;
    sent = clocks_[from].corrected(sent, graph_.start());
    received = clocks_[to].corrected(received, graph_.start());
    Pair& pair = all_[{std::min(from, to), std::max(from, to)}];
    (from < to ? pair.above : pair.below).add({sent - graph_.start(), received - sent});
  }

  // All pairs of few; of many each with the next and with the first.
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
  Line line;  // what `to` needs more than `from`
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

// By track, with those that all others are measured by.
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
    // The line is that of the first, as the second has it.
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

// Moves all lines to where they are right by what all pairs say, not only by those of the tree, if
// there is such a place: each point in turn moves the two lines that it forbids by as little as it
// can (Kaczmarz).
class Projection {
 public:
  Projection(const DependencyGraph& graph, const Pairs& pairs, Lines& lines)
      : length_(std::max(graph.length(), graph.resolution())), pairs_(pairs), lines_(lines) {}

  void run() {
    // As far from the borders as is possible: where one pair leaves little, it is little for all.
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

  // Whether something was wrong.
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

  // The line of `above` less that of `below` must not be over the point.
  bool move(uint32_t above, uint32_t below, const Point& point, double margin) {
    LinearClock& a = lines_.all[above].clock;
    LinearClock& b = lines_.all[below].clock;
    const double over =
        a.offset - b.offset + (a.drift - b.drift) * point.time - (point.difference - margin);
    if (over <= 0) return false;
    const double place = point.time / length_ - 0.5;
    const bool moves_a = !lines_.is_first[above], moves_b = !lines_.is_first[below];
    const double parts = (moves_a ? 1 : 0) + (moves_b ? 1 : 0);
    // Both are measured by themselves.
    if (parts == 0) return false;
    const double step = over / (parts * (1 + place * place));
    if (moves_a) turn(a, -step, place);
    if (moves_b) turn(b, step, place);
    return true;
  }

  // By `step` in the middle of the run, and more on the side where the place is.
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
