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

double ratio(const Point& point) { return point.before > 0 ? point.after / point.before : 1; }

// A size outside those of a calibration: the last one at that end, what the size costs on the line
// through it and the next one that differs enough, and what one comes to far away on this line.
using Outside = std::array<Point, 3>;
std::optional<Outside> outside(const std::vector<Point>& points, double size) {
  constexpr double kLeastFactor = 2;  // of two sizes that say what a byte costs
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
  if (!other) return Outside{last, last, Point{size, 1, 1}};  // no more than that it may not change
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

}  // namespace

CostChange::CostChange(const KnownMessages& known, const Scenario& scenario) : known_(known) {
  const NetworkCalibration* const from = known.calibration;
  const NetworkChange change =
      scenario.network.value_or(from != nullptr && from->change ? *from->change : NetworkChange{});
  latency_ = change.latency;
  bandwidth_ = 1 / change.bandwidth;
  is_split_needed_ = std::abs(latency_ - bandwidth_) > 1e-12 * std::max(latency_, bandwidth_);
  as_calibrated_ = from != nullptr && (!scenario.network || scenario.network == from->change);
  knows_bandwidth_ = from == nullptr || from->change || !as_calibrated_;
  if (from != nullptr && !as_calibrated_ && is_split_needed()) check_split(*from);
  if (as_calibrated_ && from->messages.empty() && !known.classes.empty()) {
    throw std::invalid_argument(
        "the run has messages, and the calibration says nothing of messages: calibrate with two "
        "runs whose receivers wait for messages of several sizes, such as a ping-pong");
  }
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

Range CostChange::collective(std::string_view value, double seconds) const {
  if (!as_calibrated_ && !is_split_needed()) return {latency_, latency_, latency_};
  if (known_.calibration != nullptr) {
    for (const auto& operation : known_.calibration->operations) {
      if (operation.value == value && !operation.points.empty()) {
        const Range found = look_up(
            operation.points, seconds, [](const Point& p) { return p.at; },
            [&](const Point& p) { return factor_at(p); });
        // The calibration had other members, which came at other times.
        const double likewise = as_messages(seconds);
        return {std::min(found.low, likewise), found.middle, std::max(found.high, likewise)};
      }
    }
  }
  return ends(as_messages(seconds));
}

Range CostChange::local() const {
  if (!as_calibrated_) return ordered(bandwidth_, latency_, latency_);
  // They may move anything from a word to the largest message.
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
      "the calibration does not distinguish latency from bandwidth: it needs two runs that differ "
      "in one of them, and by which factor");
}

double CostChange::mixed(double latency_share) const {
  return latency_share * latency_ + (1 - latency_share) * bandwidth_;
}
// Everything between all latency and all bandwidth, around a guess.
Range CostChange::ends(double middle) const {
  if (as_calibrated_ && !knows_bandwidth_) return ordered(middle, middle, 1);
  return ordered(latency_, middle, bandwidth_);
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
// Of what a message takes longer than one alone: others share the links.
Range CostChange::excess(const Range& factor) const {
  if (as_calibrated_ && !knows_bandwidth_) {
    return ordered(factor.middle, (1 + factor.middle) / 2, 1);
  }
  if (known_.calibration != nullptr) return ordered(bandwidth_, bandwidth_, factor.middle);
  return ordered(latency_, bandwidth_, bandwidth_);
}
// As if it were messages, all of the size that takes as long as `one`.
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
