#include "prediction/cost_tables.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory_pages.hpp"
#include "prediction/collective_algorithms.hpp"
#include "prediction/cost_change.hpp"
#include "prediction/parts.hpp"
#include "prediction/placement_costs.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

// A hidden message took at most what was measured, and likely what others of its size did. What
// shares a link takes less if the others come at another time.
class KnownTransfers {
 public:
  KnownTransfers(const NetworkFacts& facts, const std::vector<SizeClass>& classes)
      : facts_(facts), has_classes_(!classes.empty()) {
    if (!has_classes_ && !facts.has_calibrated_messages()) return;
    for (const double size : facts.sizes.different()) {
      if (has_classes_) {
        const auto at = [](const SizeClass& c) { return c.size; };
        by_size_.push_back(
            {look_up(classes, size, at, [](const SizeClass& c) { return c.least; }).low,
             look_up(classes, size, at, [](const SizeClass& c) { return c.median; }).middle});
      } else {
        const double alone =
            look_up(
                facts.calibration->messages, size, [](const Point& p) { return p.at; },
                [](const Point& p) { return p.before; })
                .middle;
        by_size_.push_back({alone, alone});
      }
    }
  }

  [[nodiscard]] Range of(std::size_t i, bool at_other_times) const {
    const double seconds = facts_.transfers[i];
    Range known{seconds, seconds, seconds};
    const double shares = facts_.together[i];
    if (facts_.hidden[i] && !by_size_.empty()) {
      const Guess& guess = by_size_[facts_.sizes.number(static_cast<uint32_t>(i))];
      known.low = std::min(seconds, guess.least);
      known.middle = std::min(seconds, has_classes_ ? guess.likely : guess.likely * shares);
    } else if (facts_.hidden[i]) {
      known.low = 0;
    }
    if (at_other_times) known.low = std::min(known.low, seconds / shares);
    return known;
  }

  /// When a message likely came.
  [[nodiscard]] double came(std::size_t i) const {
    const DependencyGraph& graph = facts_.graph;
    const auto& message = graph.messages()[i];
    const double measured = graph.received(message);
    if (!facts_.hidden[i]) return measured;
    const double ready = std::max(graph.sent(message), graph.posted(message));
    const double likely = of(i, false).middle;
    return likely < measured - ready ? ready + likely : measured;
  }

 private:
  struct Guess {
    double least = 0;
    double likely = 0;
  };
  const NetworkFacts& facts_;
  bool has_classes_ = false;
  std::vector<Guess> by_size_;
};

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

CostTables measured_costs(const NetworkFacts& facts, unsigned threads) {
  CostTables costs;
  const auto messages = facts.graph.messages();
  costs.came = zeros_on_large_pages<double>(messages.size());
  costs.transfers.need(messages.size());
  for_each_part(threads, messages.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const double seconds = facts.transfers[i];
      costs.came[i] = facts.graph.received(messages[i]);
      costs.transfers[i] = {seconds, seconds, seconds};
    }
  });
  costs.collectives.assign(facts.graph.collectives().size(), {1, 1, 1});
  return costs;
}

std::vector<double> sent_after(const DependencyGraph& graph) {
  const auto messages = graph.messages();
  auto seconds = zeros_on_large_pages<double>(messages.size());
  for_each_part(graph.threads(), messages.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      seconds[i] = graph.sent(messages[i]) - graph.start(messages[i].source);
    }
  });
  return seconds;
}

// What messages take in a scenario, by what is known of their size and of their side of a node.
class NewTransfers {
 public:
  NewTransfers(const NetworkFacts& facts, const Scenario& scenario, const CostChange& change,
               const PlacementCosts* placement)
      : facts_(facts),
        change_(change),
        placement_(placement),
        communication_(scenario.communication),
        at_other_times_(changes_order(scenario)) {
    for (const double size : facts.sizes.different()) by_size_.push_back(change.at(size));
    if (placement == nullptr) {
      known_.emplace_back(facts, facts.classes);
      return;
    }
    for (const auto& classes : placement->classes()) known_.emplace_back(facts, classes);
  }

  [[nodiscard]] Range of(std::size_t i) const {
    Range seconds = known(i).of(i, at_other_times_);
    if (placement_ != nullptr) {
      seconds = placement_->message(static_cast<uint32_t>(i), seconds);
      if (!placement_->is_between(i)) return seconds * communication_;
    }
    const uint32_t size = facts_.sizes.number(static_cast<uint32_t>(i));
    return change_.message(by_size_[size], seconds) * communication_;
  }
  [[nodiscard]] double came(std::size_t i) const { return known(i).came(i); }

 private:
  [[nodiscard]] const KnownTransfers& known(std::size_t i) const {
    return known_[placement_ == nullptr ? 0 : placement_->side_before(i)];
  }

  const NetworkFacts& facts_;
  const CostChange& change_;
  const PlacementCosts* placement_;
  double communication_;
  bool at_other_times_;
  std::vector<CostChange::AtSize> by_size_;
  std::vector<KnownTransfers> known_;  // by side before
};

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
      transfers(measured_transfers(run)),
      sent_after(paje::sent_after(run)),
      hidden(find_hidden(run, sizes, transfers)),
      together(count_together(run)),
      classes(size_classes(run, sizes, transfers, hidden)),
      collectives(collective_costs(run)),
      calibration(from),
      came(zeros_on_large_pages<double>(transfers.size())) {
  const KnownTransfers known(*this, classes);
  for_each_part(run.threads(), came.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) came[i] = known.came(i);
  });
}

CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario, unsigned threads) {
  if (changes_nothing(facts, scenario)) return measured_costs(facts, threads);
  const DependencyGraph& graph = facts.graph;
  std::optional<PlacementCosts> placement;
  if (!scenario.placement.empty()) placement.emplace(facts, scenario);
  const PlacementCosts* const places = placement ? &*placement : nullptr;
  const CostChange change(places == nullptr ? known_messages(facts) : places->between_nodes(),
                          scenario);
  CostTables costs;
  NewOperations operations = new_operations(facts, change, places, scenario);
  costs.has_middle =
      change.has_middle() && operations.has_middle && (!placement || placement->has_middle());
  costs.has_only_bounds = is_only_bounded(facts);
  const NewTransfers transfers(facts, scenario, change, places);
  costs.transfers.need(graph.messages().size());
  if (placement) costs.came.resize(graph.messages().size());
  for_each_part(threads, graph.messages().size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) costs.transfers[i] = lanes(transfers.of(i));
    for (std::size_t i = first; i < last && placement; ++i) costs.came[i] = transfers.came(i);
  });
  costs.collectives.reserve(graph.collectives().size());
  for (std::size_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    const auto& value = graph.values()[graph.value(graph.members(collective).front())];
    Range factor{1, 1, 1};
    if (!placement || placement->is_collective_between(i)) {
      factor = change.collective(value.name, facts.collectives[i].least);
    }
    if (placement) factor = factor * placement->collective(i);
    costs.collectives.push_back(factor * scenario.communication);
  }
  costs.members = std::move(operations.members);
  costs.local = local_factor(change, places) * scenario.communication;
  if (placement)
    costs.assumptions = placement->assumptions(change.changes(), !scenario.collectives.empty());
  return costs;
}

}  // namespace paje
