#include "prediction/cost_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/memory_pages.hpp"
#include "prediction/collective_algorithms.hpp"
#include "prediction/cost_change.hpp"
#include "prediction/not_shown.hpp"
#include "prediction/parts.hpp"
#include "prediction/placement_costs.hpp"
#include "prediction/ranges.hpp"
#include "prediction/transfer_costs.hpp"

namespace paje {

namespace {

// If receivers waited for few messages, these took longer than most.
bool is_only_bounded(const NetworkFacts& facts) {
  constexpr std::size_t kFew = 10;  // fewer than one in this many
  const auto seen = std::count(facts.hidden.begin(), facts.hidden.end(), false);
  return !facts.has_calibrated_messages() &&
         (static_cast<std::size_t>(seen) * kFew < facts.hidden.size() ||
          facts.beyond_classes * kFew > facts.hidden.size());
}

std::size_t count_beyond_classes(const NetworkFacts& facts) {
  if (facts.classes.empty()) return 0;
  std::size_t count = 0;
  for (uint32_t i = 0; i < facts.hidden.size(); ++i) {
    const double size = facts.sizes.of(i);
    const bool is_beyond = size < facts.classes.front().size || size > facts.classes.back().size;
    if (facts.hidden[i] && is_beyond) ++count;
  }
  return count;
}

double greatest_of_computing(const Scenario& scenario) {
  double most = scenario.computing;
  for (const ValueScale& one : scenario.scales) {
    most = std::max(most, scenario.computing * one.factor);
  }
  for (const ContainerScale& one : scenario.container_scales) {
    most = std::max(most, scenario.computing * one.factor);
  }
  return most;
}

void add_uneven_assumption(const NetworkFacts& facts, std::vector<std::string>& lines) {
  if (facts.uneven.empty()) return;
  std::size_t operations = 0;
  for (std::size_t i = 0; i < facts.uneven.size(); ++i) {
    if (i == 0 || facts.uneven[i].collective != facts.uneven[i - 1].collective) ++operations;
  }
  lines.push_back(
      fmt::format("In {} with a root, members arrived at different times. They may have waited for "
                  "each other, or have found all data there already, so the trace shows only "
                  "bounds of the time that the network needed.",
                  counted(operations, "collective operation", "collective operations")));
}

void add_uneven(const NetworkFacts& facts, const Scenario& scenario, CostTables& costs) {
  if (facts.uneven.empty()) return;
  const double computing = greatest_of_computing(scenario);
  costs.members.resize(facts.graph.members().size(), {-1, -1, -1});
  for (const UnevenMember& member : facts.uneven) {
    Range& seconds = costs.members[member.place];
    if (seconds.low >= 0) continue;  // by another algorithm
    seconds = cost_of(member, costs.collectives[member.collective], computing);
  }
}

bool changes_order(const NetworkFacts& facts, const Scenario& scenario) {
  return changes_nodes(facts.graph, scenario.placement) || !scenario.collectives.empty() ||
         scenario.computing != 1 || !scenario.scales.empty() || scenario.balance ||
         !scenario.without.empty();
}

bool changes_nothing(const NetworkFacts& facts, const Scenario& scenario) {
  return !changes_order(facts, scenario) && scenario.communication == 1 &&
         scenario.network.value_or(NetworkChange{}) == NetworkChange{} &&
         (scenario.network || facts.calibration == nullptr);
}

CostTables measured_costs(const NetworkFacts& facts, unsigned threads) {
  CostTables costs;
  const auto messages = facts.graph.messages();
  costs.came = zeros_on_large_pages<double>(messages.size());
  for_each_part(threads, messages.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) costs.came[i] = facts.graph.received(messages[i]);
  });
  costs.transfers = std::make_unique<TransferCosts>(facts);
  costs.collectives.assign(facts.graph.collectives().size(), {1, 1, 1});
  return costs;
}

double share_of_postings(const DependencyGraph& graph) {
  std::vector<bool> posts;
  for (const auto& value : graph.values()) posts.push_back(only_posts(value.meaning.kind));
  if (std::none_of(posts.begin(), posts.end(), [](bool is_one) { return is_one; })) return 0;
  const auto tracks = graph.tracks();
  std::vector<double> postings(tracks.size()), all(tracks.size());
  for_each_parallel(graph.threads(), tracks.size(), [&](std::size_t i) {
    for (uint32_t piece = tracks[i].first; piece < tracks[i].last; ++piece) {
      if (posts[graph.value(piece)]) postings[i] += graph.length(piece);
    }
    all[i] = graph.start(tracks[i].last) - graph.start(tracks[i].first);
  });
  const double time = std::accumulate(all.begin(), all.end(), 0.0);
  return time > 0 ? std::accumulate(postings.begin(), postings.end(), 0.0) / time : 0;
}

// Less is not worth a sentence.
constexpr double kLeastInPostings = 0.001;

void add_posting_assumption(const NetworkFacts& facts, const CostTables& costs,
                            std::vector<std::string>& lines) {
  if (facts.in_postings < kLeastInPostings || costs.posting.low == costs.posting.high) return;
  lines.push_back(fmt::format(
      "Calls such as MPI_Isend and MPI_Irecv use {:.3g} % of the time of all containers. They may "
      "change with the network, or be work of the processor that does not; the interval covers "
      "both.",
      facts.in_postings * 100));
}

// Of a network that is between nodes: calls that wait for nobody may be inside.
Range local_factor(const CostChange& change, const PlacementCosts* placement) {
  const Range factor = change.local();
  if (placement == nullptr) return factor;
  return {std::min(factor.low, 1.0), factor.middle, std::max(factor.high, 1.0)};
}

}  // namespace

NetworkFacts::NetworkFacts(const DependencyGraph& run, std::string_view size_field,
                           const NetworkCalibration* from)
    : graph(run),
      sizes(run, size_field),
      together(count_together(run)),
      collectives(collective_costs(run)),
      uneven(uneven_members(run, collectives)),
      in_postings(share_of_postings(run)),
      calibration(from) {
  MeasuredMessages measured = measure_messages(run);
  HiddenMessages found = find_hidden(run, sizes, measured);
  spread = TransferSpread(run, sizes, measured, found.hidden);
  leads = leads_of_others(run, sizes, measured, found);
  largest_under_way = paje::largest_under_way(sizes, measured, found.classes);
  transfers = std::move(measured.transfers);
  sent_after = std::move(measured.sent_after);
  came = std::move(measured.received);
  hidden = std::move(found.hidden);
  under_way = std::move(measured.under_way);
  classes = std::move(found.classes);
  beyond_classes = count_beyond_classes(*this);
  const KnownTransfers known(*this, classes);
  for_each_part(run.threads(), came.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (hidden[i]) came[i] = known.came(static_cast<uint32_t>(i));
    }
  });
}

CostTables::CostTables() = default;
CostTables::CostTables(CostTables&&) noexcept = default;
CostTables::~CostTables() = default;

CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario, unsigned threads) {
  if (changes_nothing(facts, scenario)) {
    CostTables costs = measured_costs(facts, threads);
    if (!scenario.placement.empty()) {
      costs.assumptions.emplace_back("The placement leaves all containers where they were.");
    }
    return costs;
  }
  const DependencyGraph& graph = facts.graph;
  CostTables costs;
  costs.transfers =
      std::make_unique<TransferCosts>(facts, scenario, changes_order(facts, scenario));
  const CostChange& change = costs.transfers->change();
  const PlacementCosts* const placement = costs.transfers->placement();
  NewOperations operations = new_operations(facts, change, placement, scenario);
  costs.has_middle =
      change.has_middle() && operations.has_middle && (!placement || placement->has_middle());
  costs.has_only_bounds = is_only_bounded(facts) || !facts.uneven.empty();
  if (placement != nullptr) {
    costs.came.resize(graph.messages().size());
    for_each_part(threads, costs.came.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        costs.came[i] = costs.transfers->came(static_cast<uint32_t>(i));
      }
    });
  }
  costs.collectives.reserve(graph.collectives().size());
  for (std::size_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    const auto& value = graph.values()[graph.value(graph.members(collective).front())];
    Range factor{1, 1, 1};
    if (value.meaning.value_class != ValueClass::communication) {
      costs.collectives.push_back(factor);
      continue;
    }
    if (!placement || placement->is_collective_between(i)) {
      factor = change.collective(value.name, facts.collectives[i].least,
                                 graph.members(collective).size());
    }
    if (placement) factor = factor * placement->collective(i);
    costs.collectives.push_back(factor * scenario.communication);
  }
  costs.members = std::move(operations.members);
  add_uneven(facts, scenario, costs);
  const Range local = local_factor(change, placement);
  costs.local = local * scenario.communication;
  costs.posting = ordered(std::min(local.low, 1.0), local.middle, std::max(local.high, 1.0)) *
                  scenario.communication;
  if (placement)
    costs.assumptions = placement->assumptions(change.changes(), !scenario.collectives.empty());
  add_uneven_assumption(facts, costs.assumptions);
  add_posting_assumption(facts, costs, costs.assumptions);
  for (std::string& line : operations.assumptions) costs.assumptions.push_back(std::move(line));
  return costs;
}

}  // namespace paje
