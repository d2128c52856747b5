#include "prediction/cost_change.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

// Least ratio of two sizes whose difference shows the cost of a byte.
constexpr double kLeastFactor = 2;

double ratio(const Point& point) { return point.before > 0 ? point.after / point.before : 1; }

// For a size outside a calibration: the nearest calibrated point; the size itself on the line
// through that point and the next one that differs enough; and the limit of this line far away.
using Outside = std::array<Point, 3>;
std::optional<Outside> outside(const std::vector<Point>& points, double size) {
  if (points.empty()) return std::nullopt;
  const bool is_above = size > points.back().at;
  if (!is_above && size >= points.front().at) return std::nullopt;
  const Point last = is_above ? points.back() : points.front();
  const auto differs = [&](const Point& p) {
    return is_above ? p.at * kLeastFactor <= last.at : p.at >= last.at * kLeastFactor;
  };
  std::optional<Point> other;
  for (const Point& p : points) {
    if (differs(p) && (!other || is_above)) other = p;
  }
  if (!other) return Outside{last, last, Point{size, 1, 1}};  // the other bound: no change
  const double bytes = last.at - other->at;
  const double before = (last.before - other->before) / bytes;
  const double after = (last.after - other->after) / bytes;
  const auto on_line = [&](double at) {
    return Point{at, last.before + (at - last.at) * before, last.after + (at - last.at) * after};
  };
  const Point far = is_above ? Point{size, before, after} : on_line(0);
  const Point at_size = on_line(size);
  const bool is_line = far.before > 0 && far.after > 0 && at_size.before > 0 && at_size.after > 0;
  return is_line ? Outside{last, at_size, far} : Outside{last, last, Point{size, 1, 1}};
}

// Ratio of the cost per byte after and before, between two sizes; nothing if bytes cost nothing.
std::optional<double> slope_ratio(const Point& one, const Point& other) {
  const double before = other.before - one.before, after = other.after - one.after;
  if (!(before > 0) || !(after > 0)) return std::nullopt;
  return after / before;
}

// The change of the cost per byte, from the two runs of a calibration alone. It is the difference
// between a size and the next one that is at least twice as large; for the largest sizes, bytes are
// most of the cost. A change of protocol between the two sizes distorts it, so the bounds are the
// extremes over all pairs of sizes above the middle.
std::optional<Range> factor_of_bytes(const std::vector<Point>& points) {
  constexpr std::size_t kFewest = 3;  // sizes: two slopes show whether one contains a jump
  if (points.size() < kFewest) return std::nullopt;
  std::vector<double> ratios;
  std::size_t next = points.size() / 2;
  for (std::size_t i = points.size() / 2; i < points.size(); ++i) {
    while (next < points.size() && points[next].at < points[i].at * kLeastFactor) ++next;
    if (next == points.size()) break;
    if (const auto ratio = slope_ratio(points[i], points[next])) ratios.push_back(*ratio);
  }
  if (ratios.empty()) return std::nullopt;
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  return ordered(*low, ratios.back(), *high);
}

}  // namespace

CostChange::CostChange(const KnownMessages& known, const Scenario& scenario) : known_(known) {
  const NetworkCalibration* const from = known.calibration;
  const NetworkChange change =
      scenario.network.value_or(from != nullptr && from->change ? *from->change : NetworkChange{});
  latency_ = change.latency;
  bandwidth_ = 1 / change.bandwidth;
  is_split_needed_ = std::abs(latency_ - bandwidth_) > 1e-12 * std::max(latency_, bandwidth_);
  as_calibrated_ = from != nullptr && (!scenario.network || scenario.network == from->change);
  bytes_ = {bandwidth_, bandwidth_, bandwidth_};
  any_ = ordered(latency_, bandwidth_, bandwidth_);
  if (as_calibrated_ && !from->change) read_factors(*from);
  if (from != nullptr && !as_calibrated_ && is_split_needed()) check_split(*from);
  if (as_calibrated_ && from->messages.empty() && !known.classes.empty()) {
    throw std::invalid_argument(
        "the run has messages, but the calibration has no costs of messages: calibrate with two "
        "runs whose receivers wait for messages of several sizes, such as a ping-pong");
  }
}

// For a calibration that does not say by which factors its networks differ.
void CostChange::read_factors(const NetworkCalibration& from) {
  const auto found = factor_of_bytes(from.messages);
  any_ = found.value_or(Range{1, 1, 1});
  for (const Point& point : from.messages) {
    any_.low = std::min(any_.low, ratio(point));
    any_.high = std::max(any_.high, ratio(point));
  }
  bytes_ = found.value_or(any_);
  knows_bytes_ = found.has_value();
}

bool CostChange::has_middle() const {
  return known_.calibration != nullptr || !is_split_needed() ||
         (known_.has_sizes && distinguishes_latency(known_.classes));
}

CostChange::AtSize CostChange::at(double size) const {
  AtSize found;
  if (known_.has_calibrated_messages()) {
    const auto& points = known_.calibration->messages;
    if (const auto line = outside(points, size)) return at_outside(*line);
    const auto at = [](const Point& p) { return p.at; };
    found.alone = look_up(points, size, at, [](const Point& p) { return p.before; }).middle;
    found.factor = look_up(points, size, at, [&](const Point& p) { return factor_at(p); });
  } else if (!known_.classes.empty()) {
    const auto at = [](const SizeClass& c) { return c.size; };
    found.alone =
        look_up(known_.classes, size, at, [](const SizeClass& c) { return c.least; }).middle;
    found.factor = ends(
        look_up(known_.classes, size, at, [&](const SizeClass& c) { return factor_at(c); }).middle);
  } else {
    found.factor = ends((latency_ + bandwidth_) / 2);
  }
  found.excess = excess(found.factor);
  return found;
}

CostChange::AtSize CostChange::at_outside(const std::array<Point, 3>& line) const {
  const auto& [last, at_size, far] = line;
  AtSize found;
  found.alone = at_size.before;
  found.factor = ordered(factor_at(last), factor_at(at_size), factor_at(far));
  found.excess = excess(found.factor);
  return found;
}

Range CostChange::collective(std::string_view value, double seconds, std::size_t members) const {
  if (!as_calibrated_ && !is_split_needed()) return {latency_, latency_, latency_};
  if (known_.calibration != nullptr) {
    for (const auto& operation : known_.calibration->operations) {
      if (operation.value == value && !operation.points.empty()) {
        const Range found = look_up(
            operation.points, seconds, [](const Point& p) { return p.at; },
            [&](const Point& p) { return factor_at(p); });
        // The operations of the calibration may have had other members, with other arrival times.
        const double likewise = as_messages(seconds);
        return {std::min(found.low, likewise), found.middle, std::max(found.high, likewise)};
      }
    }
  }
  return known_.has_calibrated_messages() && knows_bytes_ ? of_messages_within(seconds, members)
                                                          : ends(as_messages(seconds));
}

// The operation is a sequence of messages of unknown size: at least one, and at most two for each
// other member (a ring that goes round twice).
Range CostChange::of_messages_within(double seconds, std::size_t members) const {
  const double shortest =
      seconds / (2 * static_cast<double>(std::max<std::size_t>(members, 2) - 1));
  const double middle = as_messages(seconds);
  Range found = ordered(as_messages(shortest), middle, middle);
  for (const Point& point : known_.calibration->messages) {
    if (point.before < shortest || point.before > seconds) continue;
    found.low = std::min(found.low, factor_at(point));
    found.high = std::max(found.high, factor_at(point));
  }
  return found;
}

Range CostChange::local() const {
  if (!as_calibrated_) return ordered(bandwidth_, latency_, latency_);
  // Such calls may move anything from a word to the largest message.
  const auto& points = known_.calibration->messages;
  Range factor = ordered(1, points.empty() ? 1 : ratio(points.front()), 1);
  for (const Point& point : points) {
    factor.low = std::min(factor.low, ratio(point));
    factor.high = std::max(factor.high, ratio(point));
  }
  return factor;
}

void CostChange::check_split(const NetworkCalibration& from) const {
  if (from.distinguishes_latency()) return;
  throw std::invalid_argument(
      "the calibration does not distinguish latency from bandwidth: calibrate with two runs whose "
      "networks differ in only one of them, and state by which factor");
}

double CostChange::mixed(double latency_share) const {
  return latency_share * latency_ + (1 - latency_share) * bandwidth_;
}
// Bounds: all latency and all bandwidth, around a guess.
Range CostChange::ends(double middle) const {
  return {std::min(any_.low, middle), middle, std::max(any_.high, middle)};
}
double CostChange::factor_at(const SizeClass& one) const {
  return mixed(one.least > 0 ? one.latency / one.least : 1);
}
double CostChange::factor_at(const Point& point) const {
  if (as_calibrated_) return ratio(point);
  if (!is_split_needed()) return latency_;
  const NetworkChange& change = *known_.calibration->change;
  const double part = change.bandwidth == 1 ? (1 - ratio(point)) / (1 - change.latency)
                                            : 1 - (1 - ratio(point)) / (1 - 1 / change.bandwidth);
  return mixed(std::clamp(part, 0.0, 1.0));
}
// Factor on the time beyond that of a message alone, which is due to others on the same links.
Range CostChange::excess(const Range& factor) const {
  if (known_.calibration != nullptr) {
    return {std::min(bytes_.low, factor.middle), bytes_.middle,
            std::max(bytes_.high, factor.middle)};
  }
  return ordered(latency_, bandwidth_, bandwidth_);
}
// Factor for a time, as if it consisted of messages that take as long as `one`.
double CostChange::as_messages(double one) const {
  if (known_.has_calibrated_messages()) {
    return look_up(
               known_.calibration->messages, one, [](const Point& p) { return p.before; },
               [&](const Point& p) { return factor_at(p); })
        .middle;
  }
  if (known_.classes.empty()) return (latency_ + bandwidth_) / 2;
  return look_up(
             known_.classes, one, [](const SizeClass& c) { return c.least; },
             [&](const SizeClass& c) { return factor_at(c); })
      .middle;
}

}  // namespace paje
