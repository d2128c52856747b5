#include "prediction/cost_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

Range ordered(double a, double middle, double b) {
  return {std::min({a, middle, b}), middle, std::max({a, middle, b})};
}
Range operator*(const Range& a, const Range& b) {
  return {a.low * b.low, a.middle * b.middle, a.high * b.high};
}
Range operator*(const Range& a, double b) { return {a.low * b, a.middle * b, a.high * b}; }
Range operator+(const Range& a, const Range& b) {
  return {a.low + b.low, a.middle + b.middle, a.high + b.high};
}
bool is_certain(const Range& a) { return a.low == a.high; }

// Something that depends on a place, known at some: between two the middle is interpolated over
// the logarithm, and the ends are what is known at the two.
template <class Points, class At, class Of>
Range look_up(const Points& points, double place, At&& at, Of&& of) {
  const auto next = std::lower_bound(points.begin(), points.end(), place,
                                     [&](const auto& p, double wanted) { return at(p) < wanted; });
  if (next == points.end()) return ordered(of(points.back()), of(points.back()), of(points.back()));
  const double after = of(*next);
  if (next == points.begin() || at(*next) == place) return {after, after, after};
  const auto& last = *(next - 1);
  const double before = of(last);
  constexpr double kLeast = 1e-30;
  const double low = std::log(std::max(kLeast, at(last)));
  const double high = std::log(std::max(kLeast, at(*next)));
  const double part = (std::log(std::max(kLeast, place)) - low) / (high - low);
  return ordered(before, before + part * (after - before), after);
}

double ratio(const Point& point) { return point.before > 0 ? point.after / point.before : 1; }

// How costs change, by the part of them that is latency or as the calibration saw it.
class CostChange {
 public:
  CostChange(const NetworkFacts& facts, const Scenario& scenario) : facts_(facts) {
    const NetworkCalibration* const from = facts.calibration;
    const NetworkChange change = scenario.network.value_or(
        from != nullptr && from->change ? *from->change : NetworkChange{});
    latency_ = change.latency;
    bandwidth_ = 1 / change.bandwidth;
    as_calibrated_ = from != nullptr && (!scenario.network || scenario.network == from->change);
    knows_bandwidth_ = from == nullptr || from->change || !as_calibrated_;
    if (from != nullptr && !as_calibrated_ && is_split_needed()) check_split(*from);
  }

  [[nodiscard]] bool is_split_needed() const {
    return std::abs(latency_ - bandwidth_) > 1e-12 * std::max(latency_, bandwidth_);
  }
  [[nodiscard]] bool has_middle() const {
    return facts_.calibration != nullptr || !is_split_needed() ||
           (facts_.sizes.is_known() && tells_latency(facts_.classes));
  }

  [[nodiscard]] Range message(double size, const Range& seconds) const {
    if (!as_calibrated_ && !is_split_needed()) return seconds * latency_;
    double alone = 0;  // what it takes without others
    Range factor{1, 1, 1};
    if (facts_.calibration != nullptr && !facts_.calibration->messages.empty()) {
      const auto& points = facts_.calibration->messages;
      const auto at = [](const Point& p) { return p.at; };
      alone = look_up(points, size, at, [](const Point& p) { return p.before; }).middle;
      factor = look_up(points, size, at, [&](const Point& p) { return factor_at(p); });
    } else if (!facts_.classes.empty()) {
      const auto at = [](const SizeClass& c) { return c.size; };
      alone = look_up(facts_.classes, size, at, [](const SizeClass& c) { return c.least; }).middle;
      factor = ends(look_up(facts_.classes, size, at, [&](const SizeClass& c) {
                      return mixed(c.least > 0 ? c.latency / c.least : 1);
                    }).middle);
    } else {
      factor = ends((latency_ + bandwidth_) / 2);
    }
    const Range base = ordered(std::min(seconds.low, alone), std::min(seconds.middle, alone),
                               std::min(seconds.high, alone));
    const Range more{seconds.low - base.low, seconds.middle - base.middle,
                     seconds.high - base.high};
    return base * factor + more * excess(factor);
  }

  [[nodiscard]] Range collective(std::string_view value, double seconds, uint32_t members) const {
    if (!as_calibrated_ && !is_split_needed()) return {latency_, latency_, latency_};
    if (facts_.calibration != nullptr) {
      for (const auto& operation : facts_.calibration->operations) {
        if (operation.value == value && !operation.points.empty()) {
          return look_up(
              operation.points, seconds, [](const Point& p) { return p.at; },
              [&](const Point& p) { return factor_at(p); });
        }
      }
      return ends(as_messages(seconds, members));
    }
    return ends(as_messages(seconds, members));
  }

  [[nodiscard]] Range local() const {
    if (!as_calibrated_) return ordered(bandwidth_, latency_, latency_);
    const auto& points = facts_.calibration->messages;
    const double factor = points.empty() ? 1 : ratio(points.front());
    return ordered(factor, factor, 1);
  }

 private:
  void check_split(const NetworkCalibration& from) const {
    const bool one = from.change && (from.change->latency == 1) != (from.change->bandwidth == 1);
    if (one) return;
    throw std::invalid_argument(
        "the calibration does not separate latency from bandwidth: it needs two runs that differ in "
        "one of them, and by which factor");
  }

  [[nodiscard]] double mixed(double latency_share) const {
    return latency_share * latency_ + (1 - latency_share) * bandwidth_;
  }
  // Everything between all latency and all bandwidth, around a guess.
  [[nodiscard]] Range ends(double middle) const {
    if (as_calibrated_ && !knows_bandwidth_) return ordered(middle, middle, 1);
    return ordered(latency_, middle, bandwidth_);
  }
  [[nodiscard]] double factor_at(const Point& point) const {
    if (as_calibrated_) return ratio(point);
    if (!is_split_needed()) return latency_;
    const NetworkChange& change = *facts_.calibration->change;
    const double part = change.bandwidth == 1 ? (1 - ratio(point)) / (1 - change.latency)
                                              : 1 - (1 - ratio(point)) / (1 - 1 / change.bandwidth);
    return mixed(std::clamp(part, 0.0, 1.0));
  }
  // Of what a message takes longer than one alone: others share the links.
  [[nodiscard]] Range excess(const Range& factor) const {
    if (as_calibrated_ && !knows_bandwidth_) {
      return ordered(factor.middle, (1 + factor.middle) / 2, 1);
    }
    if (facts_.calibration != nullptr) return ordered(bandwidth_, bandwidth_, factor.middle);
    return ordered(latency_, bandwidth_, bandwidth_);
  }
  // As if it were rounds of messages, all of the size that takes as long.
  [[nodiscard]] double as_messages(double seconds, uint32_t members) const {
    const double rounds = std::max(1.0, static_cast<double>(std::bit_width(members - 1U)));
    const double one = seconds / rounds;
    if (facts_.calibration != nullptr && !facts_.calibration->messages.empty()) {
      return look_up(
                 facts_.calibration->messages, one, [](const Point& p) { return p.before; },
                 [&](const Point& p) { return factor_at(p); })
          .middle;
    }
    if (facts_.classes.empty()) return (latency_ + bandwidth_) / 2;
    return look_up(
               facts_.classes, one, [](const SizeClass& c) { return c.least; },
               [&](const SizeClass& c) { return mixed(c.least > 0 ? c.latency / c.least : 1); })
        .middle;
  }

  const NetworkFacts& facts_;
  double latency_ = 1;
  double bandwidth_ = 1;  // factor of the time that grows with the size
  bool as_calibrated_ = false;
  bool knows_bandwidth_ = true;
};

// A hidden message took at most what was measured, and likely what others of its size did.
Range known_transfer(const NetworkFacts& facts, uint32_t i) {
  const double seconds = measured_transfer(facts.graph, facts.graph.messages()[i]);
  if (!facts.hidden[i]) return {seconds, seconds, seconds};
  if (facts.classes.empty()) return {0, seconds, seconds};
  const auto at = [](const SizeClass& c) { return c.size; };
  const double size = facts.sizes.of(i);
  const double least =
      look_up(facts.classes, size, at, [](const SizeClass& c) { return c.least; }).low;
  const double median =
      look_up(facts.classes, size, at, [](const SizeClass& c) { return c.median; }).middle;
  return {std::min(seconds, least), std::min(seconds, median), seconds};
}

}  // namespace

NetworkFacts::NetworkFacts(const DependencyGraph& run, std::string_view size_field,
                           const NetworkCalibration* from)
    : graph(run),
      sizes(run, size_field),
      hidden(find_hidden(run)),
      classes(size_classes(run, sizes, hidden)),
      collectives(collective_costs(run)),
      calibration(from) {}

bool CostTables::is_certain() const {
  const auto all = [](const std::vector<Range>& ranges) {
    return std::all_of(ranges.begin(), ranges.end(),
                       [](const Range& range) { return paje::is_certain(range); });
  };
  return paje::is_certain(local) && all(known) && all(transfers) && all(collectives);
}

CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario) {
  const DependencyGraph& graph = facts.graph;
  const CostChange change(facts, scenario);
  CostTables costs;
  costs.has_middle = change.has_middle();
  costs.known.reserve(graph.messages().size());
  costs.transfers.reserve(graph.messages().size());
  for (uint32_t i = 0; i < graph.messages().size(); ++i) {
    const Range known = known_transfer(facts, i);
    costs.known.push_back(known);
    costs.transfers.push_back(change.message(facts.sizes.of(i), known) * scenario.communication);
  }
  costs.collectives.reserve(graph.collectives().size());
  for (std::size_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    const auto& value = graph.values()[graph.value(graph.members(collective).front())];
    costs.collectives.push_back(
        change.collective(value.name, facts.collectives[i], collective.last - collective.first) *
        scenario.communication);
  }
  costs.local = change.local() * scenario.communication;
  return costs;
}

}  // namespace paje
