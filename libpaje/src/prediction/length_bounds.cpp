// If each cost of a run is multiplied by a factor between `least` and `most`, so is its length. The
// length is that of the longest path through the run: calls, computing and messages that depend on
// each other. Each path consists of costs, so it changes by a factor between the two, and so does
// the longest one, even if another path becomes the longest. This does not depend on what a trace
// does not show: the costs of hidden messages and of calls without partners are unknown, but
// whatever they are, they are part of such paths. It holds for both protocols. An eager message
// arrives after its cost, or when its receive is posted, whichever is later. A sender that waits
// for its receiver goes on after a share of the cost from when both are ready. Both are sums and
// maxima.
//
// Costs that do not change, such as when a container starts, have the factor 1. So the length
// shrinks only if a factor is below 1, and grows only if one is above 1.
//
// Messages that share links are different: what each one costs depends on when the others are
// sent. If only the network changes, they are sent in the same order, and what they share changes
// like their costs. If computing changes, they may meet other messages than before, so the bounds
// get a margin.
#include "prediction/length_bounds.hpp"

#include <algorithm>
#include <utility>

#include "prediction/ranges.hpp"
#include "prediction/transfer_costs.hpp"

namespace paje {

namespace {

// Relative to the length: messages meet others than before.
constexpr double kOtherMeetings = 0.005;

bool changes_more_than_costs(const Scenario& scenario, const PlacementCosts* placement) {
  return (placement != nullptr && placement->moves()) || !scenario.collectives.empty() ||
         scenario.balance || !scenario.without.empty() || scenario.no_waits;
}

// Of messages, operations, and calls that wait for nobody.
Range factors_of_network(const CostTables& tables) {
  Range found = tables.transfers->factors();
  const auto add = [&](const Range& one) {
    found.low = std::min(found.low, one.low);
    found.high = std::max(found.high, one.high);
  };
  for (const Range& one : tables.collectives) add(one);
  add(tables.local);
  add(tables.posting);
  return found;
}

bool may_share_links(const NetworkFacts& facts) {
  return !facts.leads.empty() || !facts.spread.is_empty() ||
         std::any_of(facts.together.begin(), facts.together.end(),
                     [](uint32_t count) { return count > 1; });
}

}  // namespace

std::optional<LengthBounds> length_bounds(const NetworkFacts& facts, const Scenario& scenario,
                                          const ComputingFactors& factors, const CostTables& tables,
                                          double replayed) {
  if (changes_more_than_costs(scenario, tables.transfers->placement())) return {};
  const Range network = factors_of_network(tables);
  const auto calls = factors.ends(true), work = factors.ends(false);
  double least = std::min(work.first, calls.first * network.low);
  double most = std::max(work.second, calls.second * network.high);
  if (facts.graph.links_connect_tasks()) {
    // The way to a task is scaled with the task.
    least = std::min(least, work.first * network.low);
    most = std::max(most, work.second * network.high);
  }
  const bool changes_work = work != std::pair(1.0, 1.0) || calls != std::pair(1.0, 1.0);
  const double margin = changes_work && may_share_links(facts) ? kOtherMeetings * replayed : 0;
  return LengthBounds{std::max(0.0, replayed * least - margin), replayed * most + margin};
}

}  // namespace paje
