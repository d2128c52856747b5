// Three steps, each with one or a few passes over the points.
//
// First, the curve is divided into as few lines as the tolerance allows. A point belongs to a line
// if some line through its start is within the tolerance of all points so far; the possible lines
// form a cone that narrows. That determines the number of lines, but not exactly where they meet,
// because each line continues beyond its end as long as the tolerance allows. So each border moves
// to the point that is furthest from the line across it, which for two straight stretches is
// exactly where they meet. If no point is further than the tolerance, the border is removed.
//
// Second, steps without any change are trimmed from the ends of each line.
//
// Third, stretches are joined that users would regard as one: neighbours whose rates do not differ
// significantly, compared with the scatter of their states; and neighbours separated only by states
// other than the changing ones (the other states of a loop in which one state takes longer).
#include "comparison/shift_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace paje {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMostSweeps = 4;
constexpr std::size_t kMostSteps = 256;            // that are examined for joining
constexpr std::size_t kFewChanges = 8;             // too few to estimate their variation
constexpr double kMostOff = 4, kMostOffOfFew = 6;  // in typical deviations
// Two stretches may be joined if the time between them is at most this multiple of their own.
constexpr double kMostBetween = 4;

class Curve {
 public:
  Curve(std::span<const CurvePoint> points, const CurveTolerance& tolerance)
      : points_(points), tolerance_(tolerance) {}

  [[nodiscard]] std::vector<CurveStretch> stretches() const {
    if (points_.size() < 2) return {};
    std::vector<std::size_t> ends = lines();
    for (int sweep = 0; sweep < kMostSweeps && move_ends(ends); ++sweep) {
    }
    std::vector<CurveStretch> joined;
    for (std::size_t i = 1; i < ends.size(); ++i) {
      if (const auto stretch = trimmed({ends[i - 1], ends[i]})) join(joined, *stretch);
    }
    return joined;
  }

 private:
  [[nodiscard]] double gain(std::size_t first, std::size_t last) const {
    return points_[last].shift() - points_[first].shift();
  }
  [[nodiscard]] double gain(const CurveStretch& of) const { return gain(of.first, of.last); }
  [[nodiscard]] double length(std::size_t first, std::size_t last) const {
    return points_[last].along() - points_[first].along();
  }
  [[nodiscard]] bool is_flat(double amount) const {
    return std::abs(amount) <= tolerance_.rounding;
  }

  // The points at which lines start and end.
  [[nodiscard]] std::vector<std::size_t> lines() const {
    std::vector<std::size_t> ends{0};
    double least = -kInfinity;
    double greatest = kInfinity;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      const auto narrow = [&] {
        const double along = length(ends.back(), i);
        const double up = gain(ends.back(), i);
        least = std::max(least, (up - tolerance_.difference) / along);
        greatest = std::min(greatest, (up + tolerance_.difference) / along);
      };
      narrow();
      // The first step of a line always belongs to it.
      if (least <= greatest || i == ends.back() + 1) continue;
      ends.push_back(i - 1);
      least = -kInfinity;
      greatest = kInfinity;
      narrow();
    }
    ends.push_back(points_.size() - 1);
    return ends;
  }

  // The point that is furthest from the line between `first` and `last`, and its distance.
  [[nodiscard]] std::pair<std::size_t, double> furthest(std::size_t first, std::size_t last) const {
    const double slope = gain(first, last) / length(first, last);
    std::size_t place = first;
    double most = -1;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double off = std::abs(gain(first, i) - slope * length(first, i));
      if (off > most) {
        most = off;
        place = i;
      }
    }
    return {place, most};
  }

  // Returns whether a border has moved.
  bool move_ends(std::vector<std::size_t>& ends) const {
    std::vector<std::size_t> kept{ends.front()};
    bool moved = false;
    for (std::size_t i = 1; i + 1 < ends.size(); ++i) {
      const auto [place, off] = furthest(kept.back(), ends[i + 1]);
      if (off <= tolerance_.difference) {
        moved = true;
        continue;
      }
      moved = moved || place != ends[i];
      kept.push_back(place);
    }
    kept.push_back(ends.back());
    ends = std::move(kept);
    return moved;
  }

  // Trims steps at both ends that together change only by rounding; nothing if no step is left.
  [[nodiscard]] std::optional<CurveStretch> trimmed(CurveStretch stretch) const {
    const CurveStretch whole = stretch;
    while (stretch.first < stretch.last && is_flat(gain(whole.first, stretch.first + 1))) {
      ++stretch.first;
    }
    while (stretch.first < stretch.last && is_flat(gain(stretch.last - 1, whole.last))) {
      --stretch.last;
    }
    if (stretch.first == stretch.last || is_flat(gain(stretch))) return std::nullopt;
    return stretch;
  }

  void join(std::vector<CurveStretch>& joined, CurveStretch next) const {
    while (!joined.empty() && are_one(joined.back(), next)) {
      next.first = joined.back().first;
      joined.pop_back();
    }
    joined.push_back(next);
  }

  [[nodiscard]] bool are_one(const CurveStretch& one, const CurveStretch& next) const {
    if ((gain(one) < 0) != (gain(next) < 0)) return false;
    if (one.last == next.first) {
      return is_small_step(one) || is_small_step(next) || are_even(one, next);
    }
    return is_part_of_both(one, next) && are_even(one, next);
  }

  [[nodiscard]] bool is_small_step(const CurveStretch& stretch) const {
    return stretch.last == stretch.first + 1 && std::abs(gain(stretch)) <= tolerance_.difference;
  }

  // Values of the steps that change the shift, among the steps next to the given end.
  void collect_values(const CurveStretch& of, bool from_end, std::vector<uint32_t>& values) const {
    const std::size_t count = std::min(of.last - of.first, kMostSteps / 2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t step = from_end ? of.last - i : of.first + 1 + i;
      const uint32_t value = points_[step].value;
      if (value == CurvePoint::kNoValue || is_flat(gain(step - 1, step))) continue;
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  }

  // Whether two stretches are separated only by states that do not change within them either.
  [[nodiscard]] bool is_part_of_both(const CurveStretch& one, const CurveStretch& next) const {
    if (next.first - one.last > kMostSteps || !is_flat(gain(one.last, next.first))) return false;
    if (length(one.last, next.first) >
        kMostBetween * (length(one.first, one.last) + length(next.first, next.last))) {
      return false;
    }
    std::vector<uint32_t> changing;
    collect_values(one, true, changing);
    collect_values(next, false, changing);
    for (std::size_t step = one.last + 1; step <= next.first; ++step) {
      if (!is_flat(gain(step - 1, step))) return false;
      const auto alike = std::find(changing.begin(), changing.end(), points_[step].value);
      if (alike != changing.end()) return false;
    }
    return true;
  }

  // A change of the shift, with the unchanged time before it.
  struct Change {
    double gain = 0, along = 0;
    double flat = 0;  // the part of `along` without a change
  };
  void add_changes(std::size_t first, std::size_t last, std::vector<Change>& changes) const {
    Change change;
    for (std::size_t step = first + 1; step <= last; ++step) {
      change.gain += gain(step - 1, step);
      change.along += length(step - 1, step);
      if (is_flat(gain(step - 1, step))) {
        change.flat = change.along;
        continue;
      }
      changes.push_back(change);
      change = {};
    }
  }

  // Whether the rates of two stretches do not differ significantly.
  [[nodiscard]] bool are_even(const CurveStretch& one, const CurveStretch& next) const {
    if (next.last - one.first > kMostSteps) return false;
    std::vector<Change> changes;
    add_changes(one.first, one.last, changes);
    // The first change lacks the unchanged time before it, unlike the others.
    const bool has_flat = std::any_of(changes.begin(), changes.end(),
                                      [](const Change& change) { return change.flat > 0; });
    if (has_flat) changes.erase(changes.begin());
    const std::size_t in_one = changes.size();
    add_changes(one.last, next.last, changes);
    if (are_even(changes, in_one)) return true;
    // With few changes, the unchanged time between them is not significant.
    if (std::max(in_one, changes.size() - in_one) >= kFewChanges) return false;
    for (Change& change : changes) change.along -= change.flat;
    return are_even(changes, in_one);
  }

  // If both have the same rate, the deviation of the curve at their border is the sum of the
  // deviations of single changes: a typical one multiplied by the root of n m / (n + m).
  [[nodiscard]] bool are_even(std::span<const Change> changes, std::size_t in_one) const {
    const auto one = changes.first(in_one);
    const auto next = changes.subspan(in_one);
    const Change of_one = sum_of(one);
    const Change whole = sum_of(changes);
    const double off = std::abs(of_one.gain - whole.gain * of_one.along / whole.along);
    if (off <= tolerance_.difference) return true;
    // Many changes show their variation well; few do not, so the limit is higher.
    std::vector<double> strays;
    if (one.size() >= kFewChanges) add_strays(one, strays);
    if (next.size() >= kFewChanges) add_strays(next, strays);
    const bool are_few = std::min(one.size(), next.size()) < kFewChanges;
    if (strays.empty()) add_strays(changes, strays);
    const auto typical = strays.begin() + static_cast<std::ptrdiff_t>(strays.size() / 2);
    std::nth_element(strays.begin(), typical, strays.end());
    const double at_once = double(one.size()) * double(next.size()) / double(changes.size());
    return off <= (are_few ? kMostOffOfFew : kMostOff) * *typical * std::sqrt(at_once);
  }

  static Change sum_of(std::span<const Change> changes) {
    Change sum;
    for (const Change& change : changes) {
      sum.gain += change.gain;
      sum.along += change.along;
    }
    return sum;
  }

  // Deviations of changes from the rate that is the median over time, so that a few changes of
  // another kind do not count.
  static void add_strays(std::span<const Change> changes, std::vector<double>& strays) {
    struct Rate {
      double rate, along;
    };
    std::vector<Rate> rates;
    double time = 0;
    for (const Change& change : changes) {
      rates.push_back({change.gain / change.along, change.along});
      time += change.along;
    }
    // By absolute rate, so that exchanging the runs gives the same median.
    std::sort(rates.begin(), rates.end(), [](const Rate& x, const Rate& y) {
      return std::abs(x.rate) != std::abs(y.rate) ? std::abs(x.rate) < std::abs(y.rate)
                                                  : x.along < y.along;
    });
    double passed = 0;
    auto middle = rates.begin();
    while (middle + 1 != rates.end() && (passed += middle->along) < 0.5 * time) ++middle;
    for (const Rate& rate : rates)
      strays.push_back(std::abs((rate.rate - middle->rate) * rate.along));
  }

  std::span<const CurvePoint> points_;
  CurveTolerance tolerance_;
};

}  // namespace

std::vector<CurveStretch> stretches_of(std::span<const CurvePoint> points,
                                       const CurveTolerance& tolerance) {
  return Curve(points, tolerance).stretches();
}

}  // namespace paje
