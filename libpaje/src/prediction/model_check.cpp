#include "prediction/model_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analysis/graph_replay.hpp"
#include "base/median.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

// Computing, and calls that wait for nobody, take what they took.
class ClassCosts : public MeasuredCosts {
 public:
  explicit ClassCosts(const NetworkFacts& facts)
      : graph_(facts.graph), factors_(facts.collectives.size(), 1) {
    set_transfers(facts);
    set_operations(facts);
  }

  [[nodiscard]] double transfer(uint32_t message, double) const { return transfers_[message]; }
  /// A message that came unseen came when those of its class do, as far as that is before.
  [[nodiscard]] double received(uint32_t number, double measured) const {
    const auto& message = graph_.messages()[number];
    const double ready = std::max(graph_.sent(message), graph_.posted(message));
    return hidden_[number] ? std::min(measured, ready + transfers_[number]) : measured;
  }
  [[nodiscard]] double after_coming(uint32_t piece, double measured) const {
    const auto found =
        std::partition_point(graph_.memberships().begin(), graph_.memberships().end(),
                             [&](const auto& m) { return m.piece < piece; });
    return measured * factors_[found->collective];
  }
  [[nodiscard]] uint64_t operations() const { return operations_; }

 private:
  void set_transfers(const NetworkFacts& facts) {
    hidden_ = facts.hidden;
    for (uint32_t i = 0; i < facts.hidden.size(); ++i) {
      const double size = facts.sizes.of(i);
      const double measured = measured_transfer(graph_, graph_.messages()[i]);
      double cost = measured;
      if (facts.has_calibrated_messages()) {
        cost = look_up(
                   facts.calibration->messages, size, [](const auto& point) { return point.at; },
                   [](const auto& point) { return point.before; })
                   .middle;
      } else if (!facts.classes.empty()) {
        cost = look_up(
                   facts.classes, size, [](const SizeClass& one) { return one.size; },
                   [](const SizeClass& one) { return one.median; })
                   .middle;
      }
      transfers_.push_back(facts.hidden[i] ? std::min(cost, measured) : cost);
    }
  }

  void set_operations(const NetworkFacts& facts) {
    std::map<std::pair<uint32_t, std::size_t>, std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const auto members = graph_.members(graph_.collectives()[i]);
      if (facts.collectives[i].most > 0) {
        classes[{graph_.value(members.front()), members.size()}].push_back(i);
      }
    }
    operations_ = classes.size();
    for (const auto& [what, all] : classes) {
      std::vector<double> costs;
      for (const std::size_t i : all) costs.push_back(facts.collectives[i].most);
      const double typical = upper_median(std::move(costs));
      for (const std::size_t i : all) factors_[i] = typical / facts.collectives[i].most;
    }
  }

  const DependencyGraph& graph_;
  std::vector<bool> hidden_;
  std::vector<double> transfers_;  // by message
  std::vector<double> factors_;    // by collective
  uint64_t operations_ = 0;
};

}  // namespace

ModelCheck check_model(const NetworkFacts& facts) {
  ModelCheck check;
  const ClassCosts costs(facts);
  GraphReplay<ClassCosts> replay(facts.graph, costs);
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
