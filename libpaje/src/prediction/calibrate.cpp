#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/median.hpp"
#include "paje/prediction.hpp"
#include "prediction/network_costs.hpp"

namespace paje {

namespace {

using Point = NetworkCalibration::Point;

// Transfer times of messages that are not hidden (see HiddenMessages), by size.
std::map<double, std::vector<double>> transfers(const DependencyGraph& graph,
                                                std::string_view size_field) {
  const MessageSizes sizes(graph, size_field);
  if (!sizes.is_known() && !graph.messages().empty()) {
    throw std::invalid_argument("a run for the calibration has no message sizes");
  }
  const MeasuredMessages measured = measure_messages(graph);
  const std::vector<double>& all = measured.transfers;
  const std::vector<bool> hidden = find_hidden(graph, sizes, measured).hidden;
  std::map<double, std::vector<double>> found;
  for (uint32_t i = 0; i < hidden.size(); ++i) {
    if (!hidden[i] && all[i] > graph.resolution()) found[sizes.of(i)].push_back(all[i]);
  }
  return found;
}

std::vector<Point> pair_messages(const DependencyGraph& before, const DependencyGraph& after,
                                 std::string_view size_field) {
  std::vector<Point> points;
  auto first = transfers(before, size_field);
  auto second = transfers(after, size_field);
  for (auto& [size, seconds] : first) {
    const auto found = second.find(size);
    if (found != second.end())
      points.push_back({size, upper_median(seconds), upper_median(found->second)});
  }
  return points;
}

// The costs of operations, by value, in order of time.
std::map<std::string, std::vector<CollectiveCost>> operations(const DependencyGraph& graph) {
  const std::vector<CollectiveCost> costs = collective_costs(graph);
  std::map<std::string, std::vector<std::pair<double, CollectiveCost>>> ordered;  // end, cost
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const uint32_t piece = graph.members(graph.collectives()[i]).front();
    ordered[std::string(graph.values()[graph.value(piece)].name)].emplace_back(graph.end(piece),
                                                                               costs[i]);
  }
  std::map<std::string, std::vector<CollectiveCost>> found;
  for (auto& [value, all] : ordered) {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [end, cost] : all) found[value].push_back(cost);
  }
  return found;
}

std::vector<NetworkCalibration::Operation> pair_operations(const DependencyGraph& before,
                                                           const DependencyGraph& after) {
  std::vector<NetworkCalibration::Operation> found;
  auto second = operations(after);
  for (const auto& [value, costs] : operations(before)) {
    const auto others = second.find(value);
    if (others == second.end() || others->second.size() != costs.size()) continue;
    NetworkCalibration::Operation operation{value, {}};
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (costs[i].least <= 0) continue;
      operation.points.push_back({costs[i].least, costs[i].most, others->second[i].most});
    }
    std::stable_sort(operation.points.begin(), operation.points.end(),
                     [](const Point& a, const Point& b) { return a.at < b.at; });
    if (!operation.points.empty()) found.push_back(std::move(operation));
  }
  return found;
}

// A change of a cost by less than this share of it may be noise.
constexpr double kNoiseOfCosts = 0.05;
// The least ratio of two sizes whose costs differ in what is latency and what is bandwidth.
constexpr double kOtherSize = 2;

double ratio_of(const Point& point) { return point.before > 0 ? point.after / point.before : 1; }

[[noreturn]] void refuse_contradiction(const NetworkChange& change, const std::string& what) {
  throw std::invalid_argument(fmt::format(
      "the two runs of the calibration contradict the stated change of the network, {:.3g} times "
      "the latency and {:.3g} times the bandwidth: {}; perhaps the runs are in the wrong order",
      change.latency, change.bandwidth, what));
}

// If neither latency nor bandwidth makes anything cheaper, costs do not fall; and the other way
// round. The middle one of the costs that clearly changed decides.
void check_direction(const std::vector<Point>& points, const NetworkChange& change,
                     std::string_view what) {
  const auto [least, most] = std::minmax({change.latency, 1 / change.bandwidth});
  if (least < 1 && most > 1) return;
  std::vector<double> changed;
  for (const Point& point : points) {
    if (std::abs(ratio_of(point) - 1) > kNoiseOfCosts) changed.push_back(ratio_of(point));
  }
  if (changed.empty()) return;
  const double middle = upper_median(changed);
  if ((least >= 1 && middle < 1) || (most <= 1 && middle > 1)) {
    refuse_contradiction(
        change, fmt::format("{} of the second run take {:.3g} times as long", what, middle));
  }
}

// Small messages follow the latency, large ones the bandwidth.
void check_ends(const std::vector<Point>& points, const NetworkChange& change) {
  if (points.empty() || points.back().at < kOtherSize * std::max(1.0, points.front().at)) return;
  const double small = ratio_of(points.front()), large = ratio_of(points.back());
  const bool grows_more = change.latency > 1 / change.bandwidth;
  if (change.latency * change.bandwidth == 1) return;
  if (grows_more ? small >= large * (1 - kNoiseOfCosts) : small * (1 - kNoiseOfCosts) <= large)
    return;
  refuse_contradiction(
      change, fmt::format("in the second run, messages of {:.15g} bytes take {:.3g} times as long, "
                          "and those of {:.15g} bytes {:.3g} times",
                          points.front().at, small, points.back().at, large));
}

void check_change(const NetworkCalibration& calibration) {
  if (!calibration.change) return;
  if (!calibration.messages.empty()) {
    check_direction(calibration.messages, *calibration.change, "messages");
    check_ends(calibration.messages, *calibration.change);
    return;
  }
  std::vector<Point> all;
  for (const auto& one : calibration.operations) {
    all.insert(all.end(), one.points.begin(), one.points.end());
  }
  check_direction(all, *calibration.change, "collective operations");
}

}  // namespace

NetworkCalibration calibrate_network(const DependencyGraph& before, const DependencyGraph& after,
                                     std::optional<NetworkChange> change,
                                     std::string_view size_field) {
  NetworkCalibration calibration;
  calibration.messages = pair_messages(before, after, size_field);
  calibration.operations = pair_operations(before, after);
  calibration.change = change;
  if (calibration.messages.empty() && calibration.operations.empty()) {
    throw std::invalid_argument(
        "the two runs for the calibration have neither message sizes nor collective operations in "
        "common");
  }
  check_change(calibration);
  return calibration;
}

NetworkCalibration calibrate_to(const DependencyGraph& before,
                                const std::function<double(double)>& after,
                                std::string_view size_field) {
  NetworkCalibration calibration;
  for (auto& [size, seconds] : transfers(before, size_field)) {
    calibration.messages.push_back({size, upper_median(seconds), after(size)});
  }
  if (calibration.messages.empty()) {
    throw std::invalid_argument(
        "no receiver of the run waits for a message, so the run does not show what messages cost");
  }
  return calibration;
}

}  // namespace paje
