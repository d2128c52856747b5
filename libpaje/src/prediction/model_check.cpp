#include "prediction/model_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/median.hpp"
#include "prediction/ordered_replay.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

// Costs by class. Computing, and calls that wait for nobody, keep their measured time.
class ClassCosts {
 public:
  using Time = double;

  explicit ClassCosts(const NetworkFacts& facts)
      : graph_(facts.graph), facts_(facts), factors_(facts.collectives.size(), 1) {
    set_sizes();
    set_operations();
  }

  [[nodiscard]] double local(uint32_t /*track*/, uint32_t /*piece*/, double measured) const {
    return measured;
  }
  [[nodiscard]] double independent(uint32_t /*track*/, uint32_t /*piece*/, double measured) const {
    return measured;
  }
  [[nodiscard]] double left_early(uint32_t /*track*/, uint32_t /*piece*/, double measured) const {
    return measured;
  }
  [[nodiscard]] double sending(uint32_t /*piece*/, double measured) const { return measured; }
  [[nodiscard]] double sent_after(uint32_t message) const { return facts_.sent_after[message]; }
  [[nodiscard]] double transfer(uint32_t message, uint32_t /*track*/) const {
    return transfer(message);
  }
  /// A hidden message arrives after the cost of its class, unless it was received before that.
  [[nodiscard]] double came(uint32_t number) const {
    const auto& message = graph_.messages()[number];
    const double measured = graph_.received(message);
    if (!facts_.hidden[number]) return measured;
    const double ready = std::max(graph_.sent(message), graph_.posted(message));
    return std::min(measured, ready + transfer(number));
  }
  [[nodiscard]] double after_coming(uint32_t /*track*/, uint32_t /*piece*/, uint32_t number,
                                    double measured) const {
    return measured * factors_[number];
  }
  [[nodiscard]] uint64_t operations() const { return operations_; }

 private:
  void set_sizes() {
    for (const double size : facts_.sizes.different()) {
      if (facts_.has_calibrated_messages()) {
        by_size_.push_back(look_up(
                               facts_.calibration->messages, size,
                               [](const auto& point) { return point.at; },
                               [](const auto& point) { return point.before; })
                               .middle);
      } else if (!facts_.classes.empty()) {
        by_size_.push_back(look_up(
                               facts_.classes, size, [](const SizeClass& one) { return one.size; },
                               [](const SizeClass& one) { return one.median; })
                               .middle);
      }
    }
  }

  [[nodiscard]] double transfer(uint32_t message) const {
    const double measured = facts_.transfers[message];
    const double cost = by_size_.empty() ? measured : by_size_[facts_.sizes.number(message)];
    return facts_.hidden[message] ? std::min(cost, measured) : cost;
  }

  void set_operations() {
    std::map<std::pair<uint32_t, std::size_t>, std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const auto members = graph_.members(graph_.collectives()[i]);
      if (facts_.collectives[i].most > 0) {
        classes[{graph_.value(members.front()), members.size()}].push_back(i);
      }
    }
    operations_ = classes.size();
    for (const auto& [what, all] : classes) {
      std::vector<double> costs;
      for (const std::size_t i : all) costs.push_back(facts_.collectives[i].most);
      const double typical = upper_median(std::move(costs));
      for (const std::size_t i : all) factors_[i] = typical / facts_.collectives[i].most;
    }
  }

  const DependencyGraph& graph_;
  const NetworkFacts& facts_;
  std::vector<double> by_size_;  // by place of the size; empty if costs are unknown
  std::vector<double> factors_;  // by collective
  uint64_t operations_ = 0;
};

}  // namespace

ModelCheck check_model(const NetworkFacts& facts, const ReplayOrder& order,
                       const CollectiveTimes& collective_times, const NeededStarts& kept) {
  ModelCheck check;
  const ClassCosts costs(facts);
  LargeArray<double> starts;
  OrderedReplay replay(order, collective_times, costs, kept, starts);
  replay.run();
  check.measured = facts.graph.length();
  check.replayed = replay.end() - facts.graph.start();
  check.sizes =
      facts.has_calibrated_messages() ? facts.calibration->messages.size() : facts.classes.size();
  check.operations = costs.operations();
  return check;
}

double ModelCheck::error() const {
  return measured > 0 ? std::abs(replayed - measured) / measured : 0;
}

}  // namespace paje
