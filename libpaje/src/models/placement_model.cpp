#include "paje/models/placement_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "paje/models/queueing.hpp"

namespace paje {

namespace {

bool is_valid(double number) { return std::isfinite(number) && number >= 0; }

void check(std::span<const uint32_t> processes, std::span<const ModelNode> nodes,
           const ModelWorkload& workload, const ModelConstants& constants) {
  if (processes.size() != nodes.size()) {
    throw std::invalid_argument("a placement needs a number of processes for each node");
  }
  for (const ModelNode& node : nodes) {
    if (node.cores == 0 || !is_valid(node.speed) || node.speed <= 0 || !is_valid(node.byte_time)) {
      throw std::invalid_argument(
          "a node needs a core at least, a speed greater than 0 and no negative time of a byte");
    }
  }
  if (!is_valid(workload.compute_share) || workload.compute_share > 1) {
    throw std::invalid_argument("the share of computing must be from 0 to 1");
  }
  if (!is_valid(workload.sends) || workload.sends <= 0 || !is_valid(workload.message_bytes) ||
      !is_valid(workload.startup)) {
    throw std::invalid_argument("an application needs sends, and sizes that are not negative");
  }
  if (!is_valid(constants.cpu) || !is_valid(constants.network)) {
    throw std::invalid_argument("constants must be finite and not negative");
  }
}

double count_processes(std::span<const uint32_t> processes) {
  uint64_t count = 0;
  for (const uint32_t of_node : processes) count += of_node;
  if (count == 0 || count > UINT32_MAX) {
    throw std::invalid_argument("a placement needs at least one process");
  }
  return static_cast<double>(count);
}

// Equations 8 and 9, for a node with `here` of n processes.
struct Visits {
  double cpu = 0;
  double network = 0;
};
Visits visits_of(double here, double n, double compute_share, PlacementOptions::Partner partner) {
  const bool is_any = partner == PlacementOptions::Partner::any;
  const double partners = is_any ? n : std::max(1.0, n - 1);
  const double communication = 1 - compute_share;
  const double to_own = (here / n) * std::max(0.0, here - 1) / partners;
  const double from_others = ((n - here) / n) * here / partners;
  return {(here / n) * compute_share + (to_own + from_others) * communication,
          2 * (here / n) * (n - here) / partners};
}

// Equations 2, 3 and 6.
Station cpu_station(double visits, uint32_t here, double cycles, const ModelNode& node,
                    const ModelConstants& constants, PlacementOptions::Cpu cpu) {
  const double service = constants.cpu / cycles / node.speed;
  if (cpu == PlacementOptions::Cpu::load_dependent) return {visits * service, node.cores};
  return {visits * service / std::min(here, node.cores), 1};
}

// For each node with processes: its CPU station, then its network station.
std::vector<Station> stations_of(std::span<const uint32_t> processes,
                                 std::span<const ModelNode> nodes, const ModelWorkload& workload,
                                 const ModelConstants& constants, const PlacementOptions& options,
                                 PlacementPrediction& prediction) {
  const double n = count_processes(processes);
  std::vector<Station> stations;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (processes[i] == 0) continue;
    const Visits visits = visits_of(processes[i], n, workload.compute_share, options.partner);
    prediction.cpu_visits[i] = visits.cpu;
    prediction.network_visits[i] = visits.network;
    stations.push_back(cpu_station(visits.cpu, processes[i], workload.sends * n, nodes[i],
                                   constants, options.cpu));
    // Equations 4, 5 and 7.
    const double message = workload.startup + workload.message_bytes * nodes[i].byte_time;
    stations.push_back({visits.network * message * constants.network, 1});
  }
  return stations;
}

}  // namespace

PlacementPrediction predict_placement(std::span<const uint32_t> processes,
                                      std::span<const ModelNode> nodes,
                                      const ModelWorkload& workload,
                                      const ModelConstants& constants,
                                      const PlacementOptions& options) {
  check(processes, nodes, workload, constants);
  PlacementPrediction prediction;
  for (auto* list : {&prediction.cpu_visits, &prediction.network_visits,
                     &prediction.cpu_utilisations, &prediction.network_utilisations}) {
    list->assign(nodes.size(), 0);
  }
  const auto jobs = static_cast<uint32_t>(count_processes(processes));
  const std::vector<Station> stations =
      stations_of(processes, nodes, workload, constants, options, prediction);
  const bool has_demand = std::any_of(stations.begin(), stations.end(),
                                      [](const Station& one) { return one.demand > 0; });
  if (!has_demand) return prediction;  // nothing takes time
  const NetworkSolution solution = solve_by_convolution(stations, jobs);
  prediction.cycle = solution.response;
  prediction.throughput = solution.throughput;
  prediction.time = solution.response * workload.sends;
  for (std::size_t i = 0, place = 0; i < nodes.size(); ++i) {
    if (processes[i] == 0) continue;
    prediction.cpu_utilisations[i] = solution.utilisations[place++];
    prediction.network_utilisations[i] = solution.utilisations[place++];
  }
  return prediction;
}

PlacementPrediction::Bottleneck PlacementPrediction::bottleneck() const {
  Bottleneck most;
  for (std::size_t i = 0; i < cpu_utilisations.size(); ++i) {
    const auto node = static_cast<uint32_t>(i);
    if (cpu_utilisations[i] > most.utilisation) most = {node, false, cpu_utilisations[i]};
    if (network_utilisations[i] > most.utilisation) most = {node, true, network_utilisations[i]};
  }
  return most;
}

}  // namespace paje
