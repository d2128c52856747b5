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

  /// Between both at the start of the run, for a slope; negative if a line of it fits nowhere.
  [[nodiscard]] double gap(double slope) const { return above.room(slope) + below.room(-slope); }
};

struct Line {
  double height = 0;
  double slope = 0;
  double least_slope = -kNever;
  double greatest_slope = kNever;
  double gap = kNever;
};

// Where the gap, which is concave in the slope, is at least `least`, from `inside` towards
// `border`.
double last_slope(const Pair& pair, double inside, double border, double least) {
  if (pair.gap(border) >= least) return border;
  for (int i = 0; i < 80; ++i) {
    const double middle = (inside + border) / 2;
    (pair.gap(middle) >= least ? inside : border) = middle;
  }
  return inside;
}

double slope_of_largest_gap(const Pair& pair, double resolution) {
  double low = -kMostDrift, high = kMostDrift;
  for (int i = 0; i < 120; ++i) {
    const double first = low + (high - low) / 3, second = high - (high - low) / 3;
    (pair.gap(first) < pair.gap(second) ? low : high) =
        pair.gap(first) < pair.gap(second) ? first : second;
  }
  // In the middle of all that are as good.
  const double best = (low + high) / 2;
  const double least = pair.gap(best) - resolution * 1e-3;
  return (last_slope(pair, best, -kMostDrift, least) + last_slope(pair, best, kMostDrift, least)) /
         2;
}

double infinite_at(double slope, double border) {
  return slope == border ? border * kNever : slope;
}

Line fit_line(const Pair& pair, bool with_drift, double resolution) {
  Line line;
  const bool has_both = std::isfinite(pair.gap(0));
  if (with_drift && has_both) {
    line.slope = slope_of_largest_gap(pair, resolution);
    line.gap = pair.gap(line.slope);
    if (line.gap >= 0) {
      line.least_slope = infinite_at(last_slope(pair, line.slope, -kMostDrift, 0), -kMostDrift);
      line.greatest_slope = infinite_at(last_slope(pair, line.slope, kMostDrift, 0), kMostDrift);
    }
  } else if (!with_drift) {
    line.least_slope = line.greatest_slope = 0;
  }
  const double most = pair.above.room(line.slope), least = -pair.below.room(-line.slope);
  line.gap = most - least;
  if (has_both) {
    line.height = (most + least) / 2;
  } else {
    line.height = std::isfinite(most) ? std::min(0.0, most) : std::max(0.0, least);
  }
  return line;
}

class Pairs {
 public:
  explicit Pairs(const DependencyGraph& graph) : graph_(graph) {
    for (const auto& message : graph.messages()) {
      add(graph.track_of_piece(message.source), graph.sent(message),
          graph.track_of_piece(message.target), graph.received(message));
    }
    for (const auto& collective : graph.collectives()) {
      if (waits_for_all(collective)) add(graph.members(collective));
    }
    for (auto& [tracks, pair] : all_) {
      pair.above.finish();
      pair.below.finish();
    }
  }

  using Tracks = std::pair<uint32_t, uint32_t>;  // the lesser first
  [[nodiscard]] const std::map<Tracks, Pair>& all() const { return all_; }

 private:
  // `to` had at `received` what `from` did at `sent`.
  void add(uint32_t from, double sent, uint32_t to, double received) {
    if (from == to) return;
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

ClockLine behind(const ClockLine& from, const Line& line) {
  ClockLine to;
  to.clock = {from.clock.offset + line.height, from.clock.drift + line.slope};
  to.least_drift = from.least_drift + line.least_slope;
  to.greatest_drift = from.greatest_drift + line.greatest_slope;
  return to;
}

}  // namespace

std::vector<ClockLine> find_clock_lines(const DependencyGraph& graph, bool with_drift) {
  const Pairs pairs(graph);
  std::vector<std::vector<Edge>> edges(graph.tracks().size());
  for (const auto& [tracks, pair] : pairs.all()) {
    const auto [first, second] = tracks;
    const Line line = fit_line(pair, with_drift, graph.resolution());
    Line reversed = line;
    reversed.height = -line.height;
    reversed.slope = -line.slope;
    reversed.least_slope = -line.greatest_slope;
    reversed.greatest_slope = -line.least_slope;
    const double room = std::abs(line.gap);
    // add(first) - add(second) is below what is above: so the line leads to the first.
    edges[second].push_back({room, second, first, line});
    edges[first].push_back({room, first, second, reversed});
  }
  std::vector<ClockLine> lines(graph.tracks().size());
  std::vector<bool> is_known(lines.size());
  std::priority_queue<Edge, std::vector<Edge>, decltype(&is_worse)> next(&is_worse);
  for (uint32_t start = 0; start < lines.size(); ++start) {
    if (is_known[start]) continue;
    is_known[start] = true;
    for (const Edge& edge : edges[start]) next.push(edge);
    while (!next.empty()) {
      const Edge edge = next.top();
      next.pop();
      if (is_known[edge.to]) continue;
      is_known[edge.to] = true;
      lines[edge.to] = behind(lines[edge.from], edge.line);
      for (const Edge& further : edges[edge.to]) next.push(further);
    }
  }
  return lines;
}

}  // namespace paje
