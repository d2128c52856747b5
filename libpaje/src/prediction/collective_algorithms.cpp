#include "prediction/collective_algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "analysis/collective_times.hpp"
#include "paje/selection.hpp"
#include "prediction/algorithm_steps.hpp"
#include "prediction/algorithm_times.hpp"
#include "prediction/ranges.hpp"
#include "selection/nearest_names.hpp"

namespace paje {

namespace {

// Beyond this ratio of sizes, the cost of one size does not predict that of another.
constexpr double kFarSizes = 4;

// Time of one message by size: linear between the sizes of the run, and extrapolated.
class MessageTimes {
 public:
  MessageTimes(const NetworkCalibration* calibration, const std::vector<SizeClass>& classes) {
    if (calibration != nullptr && !calibration->messages.empty()) {
      for (const auto& point : calibration->messages) points_.emplace_back(point.at, point.before);
    } else {
      for (const SizeClass& one : classes) points_.emplace_back(one.size, one.least);
    }
  }
  [[nodiscard]] bool is_known() const { return !points_.empty(); }
  /// Whether some message shows what these bytes cost. One without bytes shows only the latency.
  [[nodiscard]] bool knows(double bytes) const {
    return !points_.empty() && (bytes <= 0 || points_.back().first > 0);
  }
  /// Below the sizes of the run, or at another size than the only one, all may be latency or all
  /// bandwidth.
  [[nodiscard]] Range of(double bytes) const {
    if (bytes == points_.front().first) {
      const double one = points_.front().second;
      return {one, one, one};
    }
    if (!is_outside(bytes)) {
      const auto& before = points_[segment(bytes)];
      const double one = before.second + (bytes - before.first) * slope(bytes);
      return {one, one, one};
    }
    const double one = points_.front().second;
    return ordered(one, one, one * (bytes / std::max(1.0, points_.front().first)));
  }
  /// Whether the size is too far from those of the run for an estimate.
  [[nodiscard]] bool is_far(double bytes) const {
    if (!is_outside(bytes)) return false;
    const double one = std::max(1.0, points_.front().first);
    return std::max(bytes / one, one / std::max(1.0, bytes)) > kFarSizes;
  }
  /// Lower bound of the time that one more message adds to others that are sent with it.
  [[nodiscard]] double least_more(double bytes) const {
    if (points_.size() == 1) return 0;
    double least = slope(bytes);
    for (const auto& point : points_) least = std::min(least, slope(point.first));
    return std::clamp(bytes * least, 0.0, of(bytes).middle);
  }

 private:
  // Larger sizes are extrapolated if there are several sizes; no message is faster than the
  // smallest.
  [[nodiscard]] bool is_outside(double bytes) const {
    return bytes < points_.front().first || (points_.size() == 1 && bytes != points_.front().first);
  }
  [[nodiscard]] std::size_t segment(double bytes) const {
    std::size_t i = 0;
    while (i + 2 < points_.size() && points_[i + 1].first <= bytes) ++i;
    return i;
  }
  [[nodiscard]] double slope(double bytes) const {
    const auto& a = points_[segment(bytes)];
    const auto& b = points_[segment(bytes) + 1];
    return (b.second - a.second) / (b.first - a.first);
  }

  std::vector<std::pair<double, double>> points_;
};

// The cost of a message of an algorithm on one side of a node, if its bytes are given: that of its
// size in the run, changed for its side, then for the other network.
class KnownCosts {
 public:
  KnownCosts(MessageTimes times, const CostChange* side, const CostChange* network)
      : times_(std::move(times)), side_(side), network_(network) {}

  [[nodiscard]] bool is_known() const { return times_.is_known(); }
  [[nodiscard]] bool has_middle(double bytes) const {
    return (side_ == nullptr || side_->has_middle()) && !times_.is_far(bytes);
  }
  [[nodiscard]] AlgorithmMessage of(double bytes) const {
    Range seconds = times_.of(bytes);
    const double one = seconds.middle;
    for (const CostChange* const change : {side_, network_}) {
      if (change != nullptr) seconds = change->message(bytes, seconds);
    }
    const double more = one > 0 ? times_.least_more(bytes) / one : 1;
    return {seconds, seconds.low * more};
  }

 private:
  MessageTimes times_;
  const CostChange* side_;
  const CostChange* network_;
};

// The other network only affects messages between nodes.
KnownCosts known_costs(const NetworkFacts& facts, const CostChange& network,
                       const PlacementCosts* placement, NodeSide side) {
  const CostChange* const changed = side == NodeSide::between ? &network : nullptr;
  MessageTimes all(facts.calibration, facts.classes);
  if (placement == nullptr) return {std::move(all), nullptr, changed};
  MessageTimes inside(nullptr, placement->classes(NodeSide::inside));
  MessageTimes between(facts.calibration, placement->classes(NodeSide::between));
  MessageTimes& mine = side == NodeSide::inside ? inside : between;
  MessageTimes& other = side == NodeSide::inside ? between : inside;
  // `--inside` gives the cost of messages inside a node relative to those between nodes.
  const NodeSide from = side == NodeSide::inside ? NodeSide::between : NodeSide::inside;
  const CostChange* const said = placement->said(from);
  const bool takes_other =
      said != nullptr && other.is_known() && (side == NodeSide::inside || !mine.is_known());
  if (takes_other) return {std::move(other), said, changed};
  return {std::move(mine), nullptr, changed};
}

// Index among the members of the operation; 0 for an operation without root.
uint32_t root_of(const DependencyGraph::Collective& collective) {
  return collective.root == DependencyGraph::kNone ? 0 : collective.root - collective.first;
}

class NewCosts {
 public:
  NewCosts(const NetworkFacts& facts, const CostChange& change, const PlacementCosts* placement,
           double communication)
      : facts_(facts),
        change_(change),
        placement_(placement),
        communication_(communication),
        all_(facts.calibration, facts.classes),
        has_sizes_(facts.has_calibrated_messages() || facts.sizes.is_known()) {
    for (const NodeSide side : {NodeSide::between, NodeSide::inside}) {
      known_.push_back(known_costs(facts, change, placement, side));
    }
  }

  [[nodiscard]] bool knows(const CollectiveChange& asked) const {
    return asked.bytes && has_sizes_ && all_.knows(*asked.bytes);
  }
  /// Whether all results so far have a best guess, not just bounds.
  [[nodiscard]] bool has_middle() const { return has_middle_; }

  /// Element i: when the first i messages of collective `number` are finished.
  const std::vector<Range>& seconds(std::size_t number, const CollectiveChange& asked) {
    const auto& collective = facts_.graph.collectives()[number];
    const auto members = facts_.graph.members(collective);
    const uint32_t value = facts_.graph.value(members.front());
    if (!knows(asked)) {
      has_middle_ = false;
      return latest_ = times(number, asked);
    }
    std::vector<uint32_t> key = {value, static_cast<uint32_t>(collective.kind),
                                 static_cast<uint32_t>(members.size())};
    const std::vector<uint32_t> nodes = nodes_from_root(collective);
    key.insert(key.end(), nodes.begin(), nodes.end());
    const auto [found, is_new] = seen_.try_emplace(std::move(key));
    if (is_new) found->second = times(number, asked);
    return found->second;
  }

 private:
  [[nodiscard]] std::vector<uint32_t> nodes_from_root(
      const DependencyGraph::Collective& collective) const {
    std::vector<uint32_t> nodes;
    if (placement_ == nullptr) return nodes;
    for (const uint32_t piece : facts_.graph.members(collective)) {
      nodes.push_back(placement_->node_after(facts_.graph.track_of_piece(piece)));
    }
    std::rotate(nodes.begin(), nodes.begin() + root_of(collective), nodes.end());
    return nodes;
  }

  std::vector<Range> times(std::size_t number, const CollectiveChange& asked) {
    const auto& collective = facts_.graph.collectives()[number];
    const auto members = facts_.graph.members(collective);
    const std::string_view value = facts_.graph.values()[facts_.graph.value(members.front())].name;
    const auto count = static_cast<uint32_t>(members.size());
    // In a linear algorithm, a sender need not wait for a message to arrive before it sends the
    // next.
    const bool overlaps = knows(asked) && asked.algorithm == CollectiveAlgorithm::linear;
    AlgorithmTimes found(
        nodes_from_root(collective), count, overlaps, [&](double bytes, NodeSide side) {
          return knows(asked) ? known(bytes, side) : guessed(bytes, side, number, value, count);
        });
    const double bytes = knows(asked) ? *asked.bytes : 1;
    for (const auto& step :
         algorithm_steps(value, collective.kind, asked.algorithm, count, bytes)) {
      found.add(step);
    }
    std::vector<Range> seconds = found.finished();
    for (Range& one : seconds) one = one * communication_;
    return seconds;
  }

  AlgorithmMessage known(double bytes, NodeSide side) {
    const KnownCosts& costs = known_[static_cast<std::size_t>(side)];
    if (!costs.is_known()) placement_->refuse_unknown(side);
    has_middle_ = has_middle_ && costs.has_middle(bytes);
    return costs.of(bytes);
  }
  // Without bytes: the measured time may be one message per other member, one per round, or a
  // single one. `bytes` is in units of one member's contribution; a message without data is one.
  [[nodiscard]] AlgorithmMessage guessed(double bytes, NodeSide side, std::size_t number,
                                         std::string_view value, double members) const {
    const double all = facts_.collectives[number].most;
    const double rounds = std::max(1.0, std::ceil(std::log2(members)));
    if (bytes <= 0) bytes = 1;
    Range one = ordered(all / std::max(1.0, members - 1) * std::min(1.0, bytes), all / rounds,
                        all * std::max(1.0, bytes));
    if (placement_ != nullptr) one = one * placement_->collective(number, side);
    if (side == NodeSide::between) {
      one = one * change_.collective(value, facts_.collectives[number].least,
                                     static_cast<std::size_t>(members));
    }
    return {one, one.low};
  }

  const NetworkFacts& facts_;
  const CostChange& change_;
  const PlacementCosts* placement_;
  double communication_;
  MessageTimes all_;
  bool has_sizes_;
  bool has_middle_ = true;
  std::vector<KnownCosts> known_;                             // by side
  std::map<std::vector<uint32_t>, std::vector<Range>> seen_;  // by value, kind, members, nodes
  std::vector<Range> latest_;
};

const CollectiveChange* find_change(const Scenario& scenario, std::string_view value) {
  const auto found = std::find_if(
      scenario.collectives.rbegin(), scenario.collectives.rend(),
      [&](const CollectiveChange& change) { return matches_glob(change.pattern, value); });
  return found == scenario.collectives.rend() ? nullptr : &*found;
}

void check_names(const DependencyGraph& graph, const Scenario& scenario) {
  std::set<std::string> names;
  for (const auto& collective : graph.collectives()) {
    names.emplace(graph.values()[graph.value(graph.members(collective).front())].name);
  }
  for (const CollectiveChange& change : scenario.collectives) {
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& name) { return matches_glob(change.pattern, name); })) {
      throw SelectionError(
          no_such("collective operation like", change.pattern, {names.begin(), names.end()}));
    }
  }
}

// Whether the messages of the operation carry no data, whatever its members contribute: a barrier.
bool has_no_data(const DependencyGraph& graph, const DependencyGraph::Collective& collective) {
  const auto members = graph.members(collective);
  const auto steps =
      algorithm_steps(graph.values()[graph.value(members.front())].name, collective.kind,
                      CollectiveAlgorithm::linear, static_cast<uint32_t>(members.size()), 1);
  return std::all_of(steps.begin(), steps.end(), [](const auto& step) { return step.bytes <= 0; });
}

// With the bytes of operations that have no data. Bytes that nothing shows the cost of are refused.
CollectiveChange with_bytes(const CollectiveChange& asked, bool has_no_data,
                            const NewCosts& costs) {
  CollectiveChange change = asked;
  if (has_no_data) change.bytes = 0;
  if (change.bytes && !has_no_data && !costs.knows(change)) {
    throw std::invalid_argument(
        fmt::format("the run has no messages that show what {:.15g} bytes cost: leave the bytes of "
                    "{} out",
                    *change.bytes, asked.pattern));
  }
  return change;
}

std::string describe(std::string_view name, const CollectiveChange& change, bool has_no_data,
                     bool is_known, bool is_placed) {
  constexpr std::array kNames = {"the linear algorithm (one member after the other)",
                                 "the log algorithm (in rounds, twice as many members in each)",
                                 "the ring algorithm"};
  const std::string_view where = is_placed ? ", inside a node or between nodes" : "";
  constexpr std::string_view kUnknown =
      "so one message costs between the share of one member and the whole of what was measured";
  std::string cost;
  if (has_no_data && is_known) {
    cost = fmt::format("its messages have no bytes, and cost what such messages cost in the run{}",
                       where);
  } else if (has_no_data) {
    cost = fmt::format("the run does not show what a message without bytes costs, {}", kUnknown);
  } else if (is_known) {
    cost = fmt::format(
        "each member contributes {:.15g} bytes, and messages cost what messages of "
        "that size cost in the run{}",
        *change.bytes, where);
  } else {
    cost = fmt::format("the size of each member's contribution is unknown, {}", kUnknown);
  }
  return fmt::format("{} uses {}; {}.", name, kNames[static_cast<std::size_t>(change.algorithm)],
                     cost);
}

// Sets the times of the members of one operation.
void set_members(const NetworkFacts& facts, const CollectiveTimes& times, NewCosts& costs,
                 std::size_t number, const CollectiveChange& asked, NewOperations& made) {
  const auto& collective = facts.graph.collectives()[number];
  const auto members = facts.graph.members(collective);
  const std::vector<Range>& finished = costs.seconds(number, asked);
  const bool one_by_one = asked.algorithm != CollectiveAlgorithm::log;
  for (uint32_t place = 0; place < members.size(); ++place) {
    const auto need = times.need(static_cast<uint32_t>(number), members[place]);
    std::size_t last = finished.size() - 1;
    // Members get the data one after the other, starting from the root.
    if (need == CollectiveTimes::Need::root && one_by_one) {
      last = std::min(last, (place + members.size() - root_of(collective)) % members.size());
    }
    Range seconds = finished[last];
    // A member that waits for nobody keeps its share of the operation's time.
    const double all = facts.collectives[number].most;
    if (need == CollectiveTimes::Need::nobody) {
      seconds = seconds * (all > 0 ? facts.graph.length(members[place]) / all : 0);
    }
    made.members[collective.first + place] = seconds;
  }
}

}  // namespace

NewOperations new_operations(const NetworkFacts& facts, const CostChange& network,
                             const PlacementCosts* placement, const Scenario& scenario) {
  NewOperations made;
  if (scenario.collectives.empty()) return made;
  check_names(facts.graph, scenario);
  made.members.assign(facts.graph.members().size(), {-1, -1, -1});
  const CollectiveTimes times(facts.graph);
  NewCosts costs(facts, network, placement, scenario.communication);
  std::set<std::pair<const CollectiveChange*, std::string_view>> described;
  for (std::size_t i = 0; i < facts.graph.collectives().size(); ++i) {
    const auto& collective = facts.graph.collectives()[i];
    const auto members = facts.graph.members(collective);
    const auto& value = facts.graph.values()[facts.graph.value(members.front())];
    const CollectiveChange* const asked = find_change(scenario, value.name);
    if (asked == nullptr || is_planned(collective.kind) || members.size() < 2) continue;
    const bool no_data = has_no_data(facts.graph, collective);
    const CollectiveChange change = with_bytes(*asked, no_data, costs);
    set_members(facts, times, costs, i, change, made);
    const std::string_view name = no_data ? value.name : std::string_view(asked->pattern);
    if (described.emplace(asked, name).second) {
      made.assumptions.push_back(
          describe(name, change, no_data, costs.knows(change), placement != nullptr));
    }
  }
  made.has_middle = costs.has_middle();
  return made;
}

}  // namespace paje
