#include "prediction/collective_algorithms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "analysis/collective_times.hpp"
#include "paje/selection.hpp"
#include "prediction/ranges.hpp"
#include "selection/nearest_names.hpp"

namespace paje {

namespace {

using Steps = std::vector<AlgorithmStep>;

enum class Shape : uint8_t {
  bcast,
  scatter,
  allgather,
  allreduce,
  reduce_scatter,
  alltoall,
  barrier
};

Shape shape_of(std::string_view value, CallKind kind) {
  constexpr std::array<std::pair<std::string_view, Shape>, 9> kShapes = {{
      {"*alltoall*", Shape::alltoall},
      {"*allgather*", Shape::allgather},
      {"*allreduce*", Shape::allreduce},
      {"*reduce*scatter*", Shape::reduce_scatter},
      {"*scatter*", Shape::scatter},
      {"*gather*", Shape::scatter},
      {"*b*cast*", Shape::bcast},
      {"*reduce*", Shape::bcast},
      {"*barrier*", Shape::barrier},
  }};
  std::string lower(value);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const auto& [pattern, shape] : kShapes) {
    if (matches_glob(pattern, lower)) return shape;
  }
  if (kind == CallKind::barrier) return Shape::barrier;
  return kind == CallKind::all_to_all ? Shape::allreduce : Shape::bcast;
}

// With P members and m bytes.
Steps linear(Shape shape, double p, double m) {
  switch (shape) {
    case Shape::allreduce:
      return {{2 * (p - 1), m}};
    case Shape::reduce_scatter:
      return {{p - 1, m}, {p - 1, m / p}};
    case Shape::barrier:
      return {{2 * (p - 1), 0}};
    default:
      return {{p - 1, m}};
  }
}

// In each round twice as many members have what is passed on.
Steps logarithmic(Shape shape, double p, double m) {
  Steps steps;
  for (double have = 1; have < p; have *= 2) {
    switch (shape) {
      case Shape::bcast:
      case Shape::allreduce:
        steps.push_back({1, m});
        break;
      case Shape::scatter:
      case Shape::allgather:
        steps.push_back({1, m * std::min(have, p - have)});
        break;
      case Shape::reduce_scatter:
        steps.push_back({1, m / (2 * have)});
        break;
      case Shape::alltoall:
        steps.push_back({1, m * p / 2});
        break;
      case Shape::barrier:
        steps.push_back({1, 0});
        break;
    }
  }
  return steps;
}

Steps ring(Shape shape, double p, double m) {
  switch (shape) {
    case Shape::allreduce:
      return {{2 * (p - 1), m / p}};
    case Shape::reduce_scatter:
      return {{p - 1, m / p}};
    case Shape::barrier:
      return {{2 * (p - 1), 0}};
    case Shape::scatter: {
      Steps steps;
      for (double rest = p - 1; rest >= 1; --rest) steps.push_back({1, m * rest});
      return steps;
    }
    default:
      return {{p - 1, m}};
  }
}

Steps steps_of(Shape shape, CollectiveAlgorithm algorithm, double members, double bytes) {
  switch (algorithm) {
    case CollectiveAlgorithm::linear:
      return linear(shape, members, bytes);
    case CollectiveAlgorithm::log:
      return logarithmic(shape, members, bytes);
    case CollectiveAlgorithm::ring:
      break;
  }
  return ring(shape, members, bytes);
}

// What one message takes by its size: straight lines between the sizes of the run, and on.
class MessageTimes {
 public:
  explicit MessageTimes(const NetworkFacts& facts) {
    if (facts.has_calibrated_messages()) {
      for (const auto& point : facts.calibration->messages) {
        points_.emplace_back(point.at, point.before);
      }
    } else {
      for (const SizeClass& one : facts.classes) points_.emplace_back(one.size, one.least);
    }
  }
  [[nodiscard]] bool is_known() const { return !points_.empty(); }
  [[nodiscard]] double of(double bytes) const {
    if (points_.size() == 1 || bytes <= points_.front().first) return points_.front().second;
    return points_[segment(bytes)].second + (bytes - points_[segment(bytes)].first) * slope(bytes);
  }
  /// The least by which one message more makes others that leave with it longer.
  [[nodiscard]] double least_more(double bytes) const {
    if (points_.size() == 1) return 0;
    double least = slope(bytes);
    for (const auto& point : points_) least = std::min(least, slope(point.first));
    return std::clamp(bytes * least, 0.0, of(bytes));
  }

 private:
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

class NewCosts {
 public:
  NewCosts(const NetworkFacts& facts, const CostChange& change, double communication)
      : facts_(facts), change_(change), times_(facts), communication_(communication) {}

  [[nodiscard]] bool knows(const CollectiveChange& asked) const {
    return asked.bytes && times_.is_known();
  }

  /// Of the first `most` messages of collective `number`.
  [[nodiscard]] Range seconds(std::size_t number, const CollectiveChange& asked,
                              double most) const {
    const auto& collective = facts_.graph.collectives()[number];
    const auto members = facts_.graph.members(collective);
    const std::string_view value = facts_.graph.values()[facts_.graph.value(members.front())].name;
    const double count = static_cast<double>(members.size());
    Range sum;
    for (AlgorithmStep step :
         algorithm_steps(value, collective.kind, asked.algorithm, count, asked.bytes.value_or(1))) {
      step.messages = std::min(step.messages, most);
      most -= step.messages;
      sum = sum + (knows(asked) ? known(step, asked) : guessed(step, number, value, count));
    }
    return sum * communication_;
  }

 private:
  // A member that sends all of them need not wait for one to come before the next leaves.
  [[nodiscard]] Range known(const AlgorithmStep& step, const CollectiveChange& asked) const {
    const double one = times_.of(step.bytes);
    Range all = change_.message(step.bytes, {one, one, one}) * step.messages;
    if (asked.algorithm == CollectiveAlgorithm::linear && one > 0 && step.messages > 1) {
      all.low *= (1 + (step.messages - 1) * times_.least_more(step.bytes) / one) / step.messages;
    }
    return all;
  }
  // The operation as measured is one message after the other for each member, or one for all.
  [[nodiscard]] Range guessed(const AlgorithmStep& step, std::size_t number, std::string_view value,
                              double members) const {
    const double all = facts_.collectives[number].most;
    const double rounds = std::max(1.0, std::ceil(std::log2(members)));
    const Range one = ordered(all / std::max(1.0, members - 1) * std::min(1.0, step.bytes),
                              all / rounds, all * std::max(1.0, step.bytes));
    return one * change_.collective(value, facts_.collectives[number].least) * step.messages;
  }

  const NetworkFacts& facts_;
  const CostChange& change_;
  MessageTimes times_;
  double communication_;
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

// Of one operation.
void set_members(const NetworkFacts& facts, const CollectiveTimes& times, const NewCosts& costs,
                 std::size_t number, const CollectiveChange& asked, NewOperations& made) {
  const auto& collective = facts.graph.collectives()[number];
  const auto members = facts.graph.members(collective);
  const bool one_by_one = asked.algorithm != CollectiveAlgorithm::log;
  for (uint32_t place = 0; place < members.size(); ++place) {
    const auto need = times.need(static_cast<uint32_t>(number), members[place]);
    double most = std::numeric_limits<double>::infinity();
    // Members get it one after the other, those after the root first.
    if (need == CollectiveTimes::Need::root && one_by_one) {
      most = static_cast<double>((place + members.size() - collective.root) % members.size());
    }
    Range seconds = costs.seconds(number, asked, most);
    // Who waits for nobody takes the same part of the operation as it did.
    const double all = facts.collectives[number].most;
    if (need == CollectiveTimes::Need::nobody) {
      seconds = seconds * (all > 0 ? facts.graph.length(members[place]) / all : 0);
    }
    made.members[collective.first + place] = seconds;
  }
}

}  // namespace

Steps algorithm_steps(std::string_view value, CallKind kind, CollectiveAlgorithm algorithm,
                      double members, double bytes) {
  return steps_of(shape_of(value, kind), algorithm, members, bytes);
}

NewOperations new_operations(const NetworkFacts& facts, const CostChange& change,
                             const Scenario& scenario) {
  NewOperations made;
  if (scenario.collectives.empty()) return made;
  check_names(facts.graph, scenario);
  made.members.assign(facts.graph.members().size(), {-1, -1, -1});
  const CollectiveTimes times(facts.graph);
  const NewCosts costs(facts, change, scenario.communication);
  for (std::size_t i = 0; i < facts.graph.collectives().size(); ++i) {
    const auto members = facts.graph.members(facts.graph.collectives()[i]);
    const auto& value = facts.graph.values()[facts.graph.value(members.front())];
    const CollectiveChange* const asked = find_change(scenario, value.name);
    if (asked == nullptr || members.size() < 2) continue;
    if (!costs.knows(*asked)) made.has_middle = false;
    set_members(facts, times, costs, i, *asked, made);
  }
  return made;
}

}  // namespace paje
