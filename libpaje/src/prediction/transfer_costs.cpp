#include "prediction/transfer_costs.hpp"

namespace paje {

KnownTransfers::KnownTransfers(const NetworkFacts& facts, const std::vector<SizeClass>& classes)
    : facts_(facts), has_classes_(!classes.empty()) {
  using Point = NetworkCalibration::Point;
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

double KnownTransfers::came(uint32_t i) const {
  const DependencyGraph& graph = facts_.graph;
  const auto& message = graph.messages()[i];
  const double measured = graph.received(message);
  if (!facts_.hidden[i]) return measured;
  const double ready = std::max(graph.sent(message), graph.posted(message));
  const double likely = of(i, false).middle;
  return likely < measured - ready ? ready + likely : measured;
}

TransferCosts::TransferCosts(const NetworkFacts& facts, const Scenario& scenario,
                             bool at_other_times)
    : facts_(facts), communication_(scenario.communication), at_other_times_(at_other_times) {
  if (!scenario.placement.empty()) placement_.emplace(facts, scenario);
  change_.emplace(placement_ ? placement_->between_nodes() : known_messages(facts), scenario);
  for (const double size : facts.sizes.different()) by_size_.push_back(change_->at(size));
  if (!placement_) {
    known_.emplace_back(facts, facts.classes);
    return;
  }
  for (const auto& classes : placement_->classes()) known_.emplace_back(facts, classes);
}

}  // namespace paje
