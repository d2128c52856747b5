#include "prediction/transfer_costs.hpp"

#include <algorithm>
#include <limits>

namespace paje {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// By size, the least bound of a hidden message: of one that was sent after its receive was posted,
// for else a part of its way may have been over. A larger message never takes less.
std::vector<double> least_bounds(const NetworkFacts& facts) {
  const DependencyGraph& graph = facts.graph;
  std::vector<double> bounds(facts.sizes.different().size(), kUnknown);
  if (!facts.sizes.is_known()) return bounds;
  for (uint32_t i = 0; i < facts.transfers.size(); ++i) {
    const auto& message = graph.messages()[i];
    if (!facts.hidden[i] || graph.posted(message) > graph.sent(message)) continue;
    double& bound = bounds[facts.sizes.number(i)];
    bound = std::min(bound, facts.transfers[i]);
  }
  for (std::size_t i = bounds.size(); i-- > 1;) bounds[i - 1] = std::min(bounds[i - 1], bounds[i]);
  return bounds;
}

}  // namespace

namespace {

struct Costs {
  double least = 0;
  double likely = 0;
};

// Of a size, by what is known of others. One that is smaller than all of these takes from its part
// of what the smallest one takes, if all of that is for its bytes, to as much as that. A larger one
// takes at least what the largest one does.
Costs costs_of_size(const std::vector<SizeClass>& classes, double size) {
  const SizeClass &first = classes.front(), &last = classes.back();
  if (size < first.size) {
    const double part = size / first.size;
    const double latency = classes.size() > 1 ? std::min(first.latency, first.median) : 0;
    return {first.least * part, latency + (first.median - latency) * part};
  }
  if (size > last.size) {
    const double times = last.size > 0 ? size / last.size : 1;
    return {last.least, last.median * times};
  }
  const auto at = [](const SizeClass& c) { return c.size; };
  return {look_up(classes, size, at, [](const SizeClass& c) { return c.least; }).low,
          look_up(classes, size, at, [](const SizeClass& c) { return c.median; }).middle};
}

}  // namespace

KnownTransfers::KnownTransfers(const NetworkFacts& facts, const std::vector<SizeClass>& classes,
                               bool are_alike)
    : facts_(facts), is_alone_(classes.empty() && facts.has_calibrated_messages()) {
  using Point = NetworkCalibration::Point;
  const std::vector<double>& sizes = facts.sizes.different();
  std::vector<double> bounds(sizes.size(), kUnknown);
  if (are_alike && !is_alone_) bounds = least_bounds(facts);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Guess guess{0, kUnknown};
    if (!classes.empty()) {
      const Costs costs = costs_of_size(classes, sizes[i]);
      guess = {costs.least, costs.likely};
    } else if (is_alone_) {
      const auto at = [](const Point& p) { return p.at; };
      const auto before = [](const Point& p) { return p.before; };
      const double alone = look_up(facts.calibration->messages, sizes[i], at, before).middle;
      guess = {alone, alone};
    }
    guess.likely = std::min(guess.likely, bounds[i]);
    by_size_.push_back({std::min(guess.least, guess.likely), guess.likely});
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
  for (const auto& classes : placement_->classes()) known_.emplace_back(facts, classes, false);
}

}  // namespace paje
