#include "prediction/cost_tables.hpp"

#include <algorithm>
#include <cmath>
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
           (facts_.sizes.is_known() && distinguishes_latency(facts_.classes));
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

  [[nodiscard]] Range collective(std::string_view value, double seconds) const {
    if (!as_calibrated_ && !is_split_needed()) return {latency_, latency_, latency_};
    if (facts_.calibration != nullptr) {
      for (const auto& operation : facts_.calibration->operations) {
        if (operation.value == value && !operation.points.empty()) {
          return look_up(
              operation.points, seconds, [](const Point& p) { return p.at; },
              [&](const Point& p) { return factor_at(p); });
        }
      }
      return ends(as_messages(seconds));
    }
    return ends(as_messages(seconds));
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
        "the calibration does not distinguish latency from bandwidth: it needs two runs that "
        "differ in "
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
  // As if it were messages, all of the size that takes as long as `one`.
  [[nodiscard]] double as_messages(double one) const {
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

// A hidden message took at most what was measured, and likely what others of its size did. What
// shares a link takes less if the others come at another time.
Range known_transfer(const NetworkFacts& facts, uint32_t i, bool at_other_times) {
  const double seconds = measured_transfer(facts.graph, facts.graph.messages()[i]);
  Range known{seconds, seconds, seconds};
  const double size = facts.sizes.of(i);
  const double shares = facts.together[i];
  const auto take = [&](double least, double likely) {
    known.low = std::min(seconds, least);
    known.middle = std::min(seconds, likely);
  };
  if (facts.hidden[i] && !facts.classes.empty()) {
    const auto at = [](const SizeClass& c) { return c.size; };
    take(look_up(facts.classes, size, at, [](const SizeClass& c) { return c.least; }).low,
         look_up(facts.classes, size, at, [](const SizeClass& c) { return c.median; }).middle);
  } else if (facts.hidden[i] && facts.calibration != nullptr &&
             !facts.calibration->messages.empty()) {
    const double alone = look_up(
                             facts.calibration->messages, size, [](const Point& p) { return p.at; },
                             [](const Point& p) { return p.before; })
                             .middle;
    take(alone, alone * shares);
  } else if (facts.hidden[i]) {
    known.low = 0;
  }
  if (at_other_times) known.low = std::min(known.low, seconds / shares);
  return known;
}

bool is_only_bounded(const NetworkFacts& facts) {
  return facts.classes.empty() &&
         (facts.calibration == nullptr || facts.calibration->messages.empty()) &&
         std::find(facts.hidden.begin(), facts.hidden.end(), true) != facts.hidden.end();
}

bool changes_computing(const Scenario& scenario) {
  return scenario.computing != 1 || !scenario.scales.empty() || scenario.balance ||
         !scenario.without.empty();
}

bool changes_nothing(const NetworkFacts& facts, const Scenario& scenario) {
  return !changes_computing(scenario) && scenario.communication == 1 &&
         scenario.network.value_or(NetworkChange{}) == NetworkChange{} &&
         (scenario.network || facts.calibration == nullptr);
}

CostTables measured_costs(const NetworkFacts& facts) {
  CostTables costs;
  for (const auto& message : facts.graph.messages()) {
    const double seconds = measured_transfer(facts.graph, message);
    costs.known.push_back(seconds);
    costs.transfers.push_back({seconds, seconds, seconds});
  }
  costs.collectives.assign(facts.graph.collectives().size(), {1, 1, 1});
  return costs;
}

}  // namespace

NetworkFacts::NetworkFacts(const DependencyGraph& run, std::string_view size_field,
                           const NetworkCalibration* from)
    : graph(run),
      sizes(run, size_field),
      hidden(find_hidden(run, sizes)),
      classes(size_classes(run, sizes, hidden)),
      together(count_together(run)),
      collectives(collective_costs(run)),
      calibration(from) {}

bool CostTables::is_certain() const {
  const auto all = [](const std::vector<Range>& ranges) {
    return std::all_of(ranges.begin(), ranges.end(),
                       [](const Range& range) { return paje::is_certain(range); });
  };
  return paje::is_certain(local) && all(transfers) && all(collectives);
}

CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario) {
  if (changes_nothing(facts, scenario)) return measured_costs(facts);
  const DependencyGraph& graph = facts.graph;
  const CostChange change(facts, scenario);
  const bool at_other_times = changes_computing(scenario);
  CostTables costs;
  costs.has_middle = change.has_middle();
  costs.has_only_bounds = is_only_bounded(facts);
  costs.known.reserve(graph.messages().size());
  costs.transfers.reserve(graph.messages().size());
  for (uint32_t i = 0; i < graph.messages().size(); ++i) {
    const Range known = known_transfer(facts, i, at_other_times);
    costs.known.push_back(known.middle);
    costs.transfers.push_back(change.message(facts.sizes.of(i), known) * scenario.communication);
  }
  costs.collectives.reserve(graph.collectives().size());
  for (std::size_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    const auto& value = graph.values()[graph.value(graph.members(collective).front())];
    costs.collectives.push_back(change.collective(value.name, facts.collectives[i].least) *
                                scenario.communication);
  }
  costs.local = change.local() * scenario.communication;
  return costs;
}

}  // namespace paje
