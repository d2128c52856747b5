// Finds the regions of a track. A first walk makes the curve of the shift; a second one finds which
// values the time was spent in, for each stretch of the curve.
#include <algorithm>
#include <cmath>
#include <optional>

#include "comparison/accounting.hpp"
#include "comparison/shift_curve.hpp"
#include "comparison/track_walk.hpp"
#include "comparison/value_sums.hpp"

namespace paje {

namespace {

// Calls `Taker` for every place that both runs have reached, and for the time between places.
// Within a swap there are no such places, whatever states it pairs.
template <class Taker>
class PlaceFinder {
 public:
  PlaceFinder(const ComparedTrack& track, Taker& taker) : track_(track), taker_(taker) {}

  void find() {
    walk_track(track_, *this);
    add({track_.a.length, track_.b.length});
  }

  void pass(const WalkTime& from, const WalkTime& to) {
    if (from.a == to.a && from.b == to.b) return;
    taker_.pass(track_, open_.empty() ? nullptr : &open_.back(), from, to);
  }
  void enter(const WalkColumn& column, const WalkTime& now) {
    if (is_place(column)) add(now);
    open_.push_back(column.column);
  }
  void leave(const WalkColumn& column, const WalkTime& now) {
    open_.pop_back();
    if (is_place(column)) add(now);
  }

 private:
  static bool is_place(const WalkColumn& column) {
    return column.swap == nullptr && column.column.in_a() && column.column.in_b();
  }
  void add(const WalkTime& now) {
    if (now.a == last_.a && now.b == last_.b) return;
    last_ = now;
    taker_.add_place(now);
  }

  const ComparedTrack& track_;
  Taker& taker_;
  WalkTime last_;
  std::vector<StateColumn> open_;
};

class CurveMaker {
 public:
  void pass(const ComparedTrack& track, const StateColumn* column, const WalkTime&,
            const WalkTime&) {
    const uint32_t value = column == nullptr         ? 0
                           : track.is_match(*column) ? track.symbol_a(*column)
                                                     : CurvePoint::kNoValue;
    value_ = value_ && *value_ != value ? CurvePoint::kNoValue : value;
  }
  void add_place(const WalkTime& now) {
    points_.push_back({now.a, now.b, value_.value_or(CurvePoint::kNoValue)});
    value_.reset();
  }
  std::vector<CurvePoint> release() { return std::move(points_); }

 private:
  std::vector<CurvePoint> points_{{}};
  std::optional<uint32_t> value_;  // of the time since the last place
};

// Sums the time by value within stretches, which are in order.
class ValueTaker {
 public:
  ValueTaker(std::span<const CurveStretch> stretches, std::size_t values)
      : stretches_(stretches), sums_(values), amounts_(stretches.size()) {}

  void pass(const ComparedTrack& track, const StateColumn* column, const WalkTime& from,
            const WalkTime& to) {
    if (next_ == stretches_.size() || place_ < stretches_[next_].first) return;
    track.attribute(column, to.a - from.a, to.b - from.b, [&](uint32_t value, double amount) {
      if (amount != 0) sums_.add(value, amount);
    });
  }
  void add_place(const WalkTime&) {
    ++place_;
    if (next_ == stretches_.size() || place_ < stretches_[next_].last) return;
    amounts_[next_++] = sums_.amounts();
    sums_.clear();
  }
  std::vector<std::vector<ValueAmount>> release() { return std::move(amounts_); }

 private:
  std::span<const CurveStretch> stretches_;
  std::size_t place_ = 0;  // the last point reached
  std::size_t next_ = 0;
  ValueSums sums_;
  std::vector<std::vector<ValueAmount>> amounts_;
};

Region region_of(uint32_t track, const CurvePoint& first, const CurvePoint& last) {
  return {track, first.a, last.a, first.b, last.b, {}};
}

}  // namespace

bool is_before(const Region& a, const Region& b) {
  const double first = std::abs(a.gain());
  const double second = std::abs(b.gain());
  if (first != second) return first > second;
  if (a.track != b.track) return a.track < b.track;
  // With equal gains, the region that is earlier in both runs.
  return a.start_a + a.start_b < b.start_a + b.start_b;
}

std::vector<Region> regions_of(const ComparedTrack& track, uint32_t number, std::size_t values,
                               const CurveTolerance& tolerance, std::size_t most) {
  CurveMaker maker;
  PlaceFinder(track, maker).find();
  std::vector<CurvePoint> points = maker.release();
  std::vector<CurveStretch> stretches = stretches_of(points, tolerance);
  const auto region = [&](const CurveStretch& stretch) {
    return region_of(number, points[stretch.first], points[stretch.last]);
  };
  if (stretches.size() > most) {
    std::nth_element(stretches.begin(), stretches.begin() + static_cast<std::ptrdiff_t>(most),
                     stretches.end(), [&](const CurveStretch& x, const CurveStretch& y) {
                       return is_before(region(x), region(y));
                     });
    stretches.resize(most);
    std::sort(stretches.begin(), stretches.end(),
              [](const CurveStretch& x, const CurveStretch& y) { return x.first < y.first; });
  }
  std::vector<Region> regions;
  for (const CurveStretch& stretch : stretches) regions.push_back(region(stretch));
  if (regions.empty()) return regions;
  points = {};
  ValueTaker amounts(stretches, values);
  PlaceFinder(track, amounts).find();
  std::vector<std::vector<ValueAmount>> found = amounts.release();
  for (std::size_t i = 0; i < regions.size(); ++i) regions[i].values = std::move(found[i]);
  return regions;
}

}  // namespace paje
