#include "prediction/cost_change.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "prediction/ranges.hpp"

namespace paje {

namespace {

double ratio(const NetworkCalibration::Point& point) {
  return point.before > 0 ? point.after / point.before : 1;
}

}  // namespace

CostChange::CostChange(const KnownMessages& known, const Scenario& scenario) : known_(known) {
  const NetworkCalibration* const from = known.calibration;
  const NetworkChange change =
      scenario.network.value_or(from != nullptr && from->change ? *from->change : NetworkChange{});
  latency_ = change.latency;
  bandwidth_ = 1 / change.bandwidth;
  as_calibrated_ = from != nullptr && (!scenario.network || scenario.network == from->change);
  knows_bandwidth_ = from == nullptr || from->change || !as_calibrated_;
  if (from != nullptr && !as_calibrated_ && is_split_needed()) check_split(*from);
}

bool CostChange::is_split_needed() const {
  return std::abs(latency_ - bandwidth_) > 1e-12 * std::max(latency_, bandwidth_);
}
bool CostChange::has_middle() const {
  return known_.calibration != nullptr || !is_split_needed() ||
         (known_.has_sizes && distinguishes_latency(known_.classes));
}

CostChange::AtSize CostChange::at(double size) const {
  AtSize found;
  if (known_.has_calibrated_messages()) {
    const auto& points = known_.calibration->messages;
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

Range CostChange::message(const AtSize& at, const Range& seconds) const {
  if (!as_calibrated_ && !is_split_needed()) return seconds * latency_;
  const Range base = ordered(std::min(seconds.low, at.alone), std::min(seconds.middle, at.alone),
                             std::min(seconds.high, at.alone));
  const Range more{seconds.low - base.low, seconds.middle - base.middle, seconds.high - base.high};
  return base * at.factor + more * at.excess;
}

Range CostChange::collective(std::string_view value, double seconds) const {
  if (!as_calibrated_ && !is_split_needed()) return {latency_, latency_, latency_};
  if (known_.calibration != nullptr) {
    for (const auto& operation : known_.calibration->operations) {
      if (operation.value == value && !operation.points.empty()) {
        return look_up(
            operation.points, seconds, [](const Point& p) { return p.at; },
            [&](const Point& p) { return factor_at(p); });
      }
    }
  }
  return ends(as_messages(seconds));
}

Range CostChange::local() const {
  if (!as_calibrated_) return ordered(bandwidth_, latency_, latency_);
  const auto& points = known_.calibration->messages;
  const double factor = points.empty() ? 1 : ratio(points.front());
  return ordered(factor, factor, 1);
}

void CostChange::check_split(const NetworkCalibration& from) const {
  const bool one = from.change && (from.change->latency == 1) != (from.change->bandwidth == 1);
  if (one) return;
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
