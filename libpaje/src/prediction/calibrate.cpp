#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

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
