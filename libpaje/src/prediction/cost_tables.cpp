#include "prediction/cost_tables.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "prediction/collective_algorithms.hpp"
#include "prediction/cost_change.hpp"
#include "prediction/placement_costs.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

// A hidden message took at most what was measured, and likely what others of its size did. What
// shares a link takes less if the others come at another time.
Range known_transfer(const NetworkFacts& facts, const std::vector<SizeClass>& classes, uint32_t i,
                     bool at_other_times) {
  const double seconds = measured_transfer(facts.graph, facts.graph.messages()[i]);
  Range known{seconds, seconds, seconds};
  const double size = facts.sizes.of(i);
  const double shares = facts.together[i];
  const auto take = [&](double least, double likely) {
    known.low = std::min(seconds, least);
    known.middle = std::min(seconds, likely);
  };
  if (facts.hidden[i] && !classes.empty()) {
    const auto at = [](const SizeClass& c) { return c.size; };
    take(look_up(classes, size, at, [](const SizeClass& c) { return c.least; }).low,
         look_up(classes, size, at, [](const SizeClass& c) { return c.median; }).middle);
  } else if (facts.hidden[i] && facts.has_calibrated_messages()) {
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
  return facts.classes.empty() && !facts.has_calibrated_messages() &&
         std::find(facts.hidden.begin(), facts.hidden.end(), true) != facts.hidden.end();
}

bool changes_order(const Scenario& scenario) {
  return !scenario.placement.empty() || !scenario.collectives.empty() || scenario.computing != 1 ||
         !scenario.scales.empty() || scenario.balance || !scenario.without.empty();
}

bool changes_nothing(const NetworkFacts& facts, const Scenario& scenario) {
  return !changes_order(scenario) && scenario.communication == 1 &&
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
  return paje::is_certain(local) && all(transfers) && all(collectives) && all(members);
}

CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario) {
  if (changes_nothing(facts, scenario)) return measured_costs(facts);
  const DependencyGraph& graph = facts.graph;
  const CostChange change(facts, scenario);
  const bool at_other_times = changes_order(scenario);
  CostTables costs;
  std::optional<PlacementCosts> placement;
  if (!scenario.placement.empty()) placement.emplace(facts, scenario);
  NewOperations operations = new_operations(facts, change, scenario);
  costs.has_middle =
      change.has_middle() && operations.has_middle && (!placement || placement->has_middle());
  costs.has_only_bounds = is_only_bounded(facts);
  costs.known.reserve(graph.messages().size());
  costs.transfers.reserve(graph.messages().size());
  for (uint32_t i = 0; i < graph.messages().size(); ++i) {
    const auto& classes = placement ? placement->classes(i) : facts.classes;
    Range known = known_transfer(facts, classes, i, at_other_times);
    costs.known.push_back(known.middle);
    if (placement) known = placement->message(i, known);
    costs.transfers.push_back(change.message(facts.sizes.of(i), known) * scenario.communication);
  }
  costs.collectives.reserve(graph.collectives().size());
  for (std::size_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    const auto& value = graph.values()[graph.value(graph.members(collective).front())];
    Range factor = change.collective(value.name, facts.collectives[i].least);
    if (placement) factor = factor * placement->collective(i);
    costs.collectives.push_back(factor * scenario.communication);
  }
  costs.members = std::move(operations.members);
  costs.local = change.local() * scenario.communication;
  if (placement) costs.assumptions = placement->assumptions();
  return costs;
}

}  // namespace paje
