#include "prediction/transfer_costs.hpp"

#include <algorithm>
#include <limits>

namespace paje {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// By size: the least upper bound of the transfer of hidden messages. Only messages sent after their
// receive was posted count, because part of the way of others may be over. A larger message never
// takes less time.
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

KnownTransfers::KnownTransfers(const NetworkFacts& facts, const std::vector<SizeClass>& classes,
                               bool are_alike)
    : facts_(facts), is_alone_(classes.empty() && facts.has_calibrated_messages()) {
  using Point = NetworkCalibration::Point;
  const std::vector<double>& sizes = facts.sizes.different();
  std::vector<double> bounds(sizes.size(), kUnknown);
  if (are_alike) bounds = least_bounds(facts);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Guess guess{0, kUnknown};
    if (!classes.empty()) {
      const SizeCosts costs = costs_of_size(classes, sizes[i]);
      guess = {costs.least, costs.likely};
    } else if (is_alone_) {
      const auto at = [](const Point& p) { return p.at; };
      const auto before = [](const Point& p) { return p.before; };
      // Costs may jump between two sizes, so the true cost may be on either side of the jump.
      const Range alone = look_up(facts.calibration->messages, sizes[i], at, before);
      guess = {alone.low, alone.middle};
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
  const auto add_computing = [&](double factor) {
    least_computing_ = std::min(least_computing_, scenario.computing * factor);
    most_computing_ = std::max(most_computing_, scenario.computing * factor);
  };
  add_computing(1);
  for (const ValueScale& one : scenario.scales) add_computing(one.factor);
  for (const ContainerScale& one : scenario.container_scales) add_computing(one.factor);
  for (const double size : facts.sizes.different()) by_size_.push_back(change_->at(size));
  if (!placement_) {
    known_.emplace_back(facts, facts.classes);
    return;
  }
  for (const auto& classes : placement_->classes()) known_.emplace_back(facts, classes, false);
}

Range TransferCosts::factors() const {
  Range found{1, 1, 1};
  for (const CostChange::AtSize& at : by_size_) {
    const Range alone = at.factor * communication_, more = at.excess * communication_;
    found.low = std::min({found.low, alone.low, more.low});
    found.high = std::max({found.high, alone.high, more.high});
  }
  return found;
}

// Messages that share a link finish when all of their bytes are through, counted from the start of
// the first one. Its lead over this one changes with computing, not with the network.
Range TransferCosts::meeting(uint32_t i, const CostChange::AtSize& at, Range then) const {
  const double lead = facts_.leads[i], seconds = facts_.transfers[i];
  if (!(lead > 0) || !(seconds > 0)) return then;
  const double all = 1 + lead / seconds;
  const double alone = change_->message(at, {at.alone, at.alone, at.alone}).low * communication_;
  const double low = std::max(alone, then.low * all - lead * most_computing_);
  then.low = std::min(then.low, low);
  then.high = std::max(then.high, then.high * all - lead * least_computing_);
  return then;
}

}  // namespace paje
