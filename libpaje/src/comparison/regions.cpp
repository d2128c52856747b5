// The curve of shift, cut into lines: from the begin of a region on, a point belongs to it as long
// as some line through the begin passes all its points within the tolerance. One look at each
// point; the lines that are left form a cone that narrows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "comparison/accounting.hpp"
#include "comparison/value_sums.hpp"

namespace paje {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The slopes that are left.
struct Cone {
  double least = -kInfinity;
  double greatest = kInfinity;

  /// Narrows to lines that pass a point `along` further on within `tolerance` of `up`; false, and
  /// nothing done, if there is none. A point straight above the begin is passed only if near.
  bool narrow(double along, double up, double tolerance) {
    if (!(along > 0)) return std::abs(up) <= tolerance;
    const double least_now = std::max(least, (up - tolerance) / along);
    const double greatest_now = std::min(greatest, (up + tolerance) / along);
    if (!(least_now <= greatest_now)) return false;
    least = least_now;
    greatest = greatest_now;
    return true;
  }
};

class RegionFinder {
 public:
  RegionFinder(const ComparedFlow& flow, uint32_t number, std::size_t values, double tolerance,
               std::size_t most)
      : flow_(flow),
        number_(number),
        tolerance_(tolerance),
        most_(most),
        in_region_(values),
        since_last_(values) {}

  void pass(const WalkTime& from, const WalkTime& to) {
    flow_.attribute(open_.empty() ? nullptr : &open_.back(), to.a - from.a, to.b - from.b,
                    [&](uint32_t value, double amount) {
                      if (amount != 0) since_last_.add(value, amount);
                    });
  }
  void enter(const StateColumn& column, const WalkTime& now) {
    if (column.in_a() && column.in_b()) add_point(now);
    open_.push_back(column);
  }
  void leave(const StateColumn& column, const WalkTime& now) {
    open_.pop_back();
    if (column.in_a() && column.in_b()) add_point(now);
  }

  std::vector<Region> take() {
    add_point({flow_.a.length, flow_.b.length});
    close();
    keep_largest();
    return std::move(regions_);
  }

 private:
  void add_point(const WalkTime& now) {
    // The first step of a region is its own whatever it is; a jump in no time ends it.
    const bool is_first = last_.a == begin_.a && last_.b == begin_.b;
    if (!cone_.narrow(now.a - begin_.a, now.shift() - begin_.shift(), tolerance_) && !is_first) {
      close();
      cone_.narrow(now.a - begin_.a, now.shift() - begin_.shift(), tolerance_);
    }
    last_ = now;
    in_region_.add(since_last_);
    since_last_.clear();
    if (now.a == begin_.a && std::abs(now.shift() - begin_.shift()) > tolerance_) close();
  }

  // The region that ends at the last point.
  void close() {
    Region region{number_, begin_.a, last_.a, begin_.b, last_.b, {}};
    if (last_.a != begin_.a || last_.b != begin_.b) {
      region.values = in_region_.amounts();
      regions_.push_back(std::move(region));
      if (regions_.size() > 2 * most_ + 64) keep_largest();
    }
    begin_ = last_;
    cone_ = {};
    in_region_.clear();
  }

  void keep_largest() {
    if (regions_.size() <= most_) return;
    std::nth_element(regions_.begin(), regions_.begin() + static_cast<std::ptrdiff_t>(most_),
                     regions_.end(), is_before);
    regions_.resize(most_);
  }

  const ComparedFlow& flow_;
  uint32_t number_;
  double tolerance_;
  std::size_t most_;
  WalkTime begin_, last_;
  Cone cone_;
  std::vector<StateColumn> open_;
  ValueSums in_region_;   // up to the last point
  ValueSums since_last_;  // from there on
  std::vector<Region> regions_;
};

}  // namespace

bool is_before(const Region& a, const Region& b) {
  const double first = std::abs(a.gain());
  const double second = std::abs(b.gain());
  if (first != second) return first > second;
  if (a.flow != b.flow) return a.flow < b.flow;
  return a.start_a != b.start_a ? a.start_a < b.start_a : a.start_b < b.start_b;
}

std::vector<Region> regions_of(const ComparedFlow& flow, uint32_t number, std::size_t values,
                               double tolerance, std::size_t most) {
  RegionFinder finder(flow, number, values, tolerance, most);
  walk_columns(flow.a, flow.b, flow.flow.columns, finder);
  return finder.take();
}

}  // namespace paje
