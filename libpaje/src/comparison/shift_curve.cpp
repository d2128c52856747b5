// Three steps, each one or some looks at every point.
//
// The curve is first cut into as few lines as keep within the tolerance: from the beginning of a
// line on, a point belongs to it as long as some line through the beginning passes all its points;
// the lines that are left form a cone that narrows. That finds how many there are, but not where
// they part: a line runs on after its end for as long as the tolerance lets it. So each parting
// point moves to the one that is furthest from the line that leaves it out, which of two straight
// stretches is exactly where they meet; and where none is further than the tolerance, there is no
// parting.
//
// Then what does not change anything is cut off from the ends of each line, step by step.
//
// At last stretches are joined that are one to people: neighbours whose states differ so
// much among themselves that nothing says their rates do, and those with nothing between but other
// states than those that change (of a loop in which one state takes longer, the others).
#include "comparison/shift_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace paje {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMostSweeps = 4;
constexpr std::size_t kMostSteps = 256;            // that are looked at to join two stretches
constexpr std::size_t kFewChanges = 8;             // that say little of how they differ
constexpr double kMostOff = 4, kMostOffOfFew = 6;  // in typical strays
// How many times longer than its neighbours what lies between them may be, to be part of both.
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

  // The points at which lines begin and end.
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
      // The first step of a line is its own whatever it is.
      if (least <= greatest || i == ends.back() + 1) continue;
      ends.push_back(i - 1);
      least = -kInfinity;
      greatest = kInfinity;
      narrow();
    }
    ends.push_back(points_.size() - 1);
    return ends;
  }

  // The point between that is furthest from the line from `first` to `last`, and how far that is.
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

  // Returns whether any has moved.
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

  // Without steps at the ends that together change no more than rounding; nothing if none is left.
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

  // The values of steps of a stretch that change the shift, of those next to the given end.
  void collect_values(const CurveStretch& of, bool from_end, std::vector<uint32_t>& values) const {
    const std::size_t count = std::min(of.last - of.first, kMostSteps / 2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t step = from_end ? of.last - i : of.first + 1 + i;
      const uint32_t value = points_[step].value;
      if (value == CurvePoint::kNoValue || is_flat(gain(step - 1, step))) continue;
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  }

  // Whether what lies between two stretches is only states that do not change in them either.
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

  // A change of shift with the time in which nothing changed before it.
  struct Change {
    double gain = 0, along = 0;
    double flat = 0;  // of `along`, how long nothing changed
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

  // Whether nothing says that the rates of two stretches are two.
  [[nodiscard]] bool are_even(const CurveStretch& one, const CurveStretch& next) const {
    if (next.last - one.first > kMostSteps) return false;
    std::vector<Change> changes;
    add_changes(one.first, one.last, changes);
    // Nothing flat is before the first, which is of another kind where there is before others.
    const bool has_flat = std::any_of(changes.begin(), changes.end(),
                                      [](const Change& change) { return change.flat > 0; });
    if (has_flat) changes.erase(changes.begin());
    const std::size_t in_one = changes.size();
    add_changes(one.last, next.last, changes);
    if (are_even(changes, in_one)) return true;
    // How much is flat between few of them says little.
    if (std::max(in_one, changes.size() - in_one) >= kFewChanges) return false;
    for (Change& change : changes) change.along -= change.flat;
    return are_even(changes, in_one);
  }

  // At one rate, how far the curve is off its line where they meet is the sum of what the changes
  // of either stray from it: a typical stray times the root of n m / (n + m) of them.
  [[nodiscard]] bool are_even(std::span<const Change> changes, std::size_t in_one) const {
    const auto one = changes.first(in_one);
    const auto next = changes.subspan(in_one);
    const Change of_one = sum_of(one);
    const Change whole = sum_of(changes);
    const double off = std::abs(of_one.gain - whole.gain * of_one.along / whole.along);
    if (off <= tolerance_.difference) return true;
    // Many changes say best how they differ among themselves; few say little, so more is allowed.
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

  // How much changes are more or less than at the rate that half of the time is below:
  // the median, so that some that are of another kind do not count.
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
    // By amount, so that it is the same one if runs are exchanged.
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
