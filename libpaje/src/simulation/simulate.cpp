#include "paje/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "simulation/engine.hpp"

namespace paje {

namespace {

using namespace simulation;

constexpr std::array<std::string_view, 14> kBlockNames = {
    "compute", "send",    "receive", "exchange", "one_to_one", "scatter", "gather",
    "reduce",  "barrier", "farm",    "serve",    "set",        "loop",    "if"};

// After J. Daly, A higher order estimate of the optimum checkpoint interval for restart dumps
// (2006), for a run without checkpoints.
double expected_time(double time, double failures, double restart) {
  if (failures <= 0) return time;
  const double rate = failures / time;
  return (1 / rate + restart) * std::expm1(failures);
}

void add_failures(const ExpandedSystem& system, const Placement& placement, Costs& costs,
                  double restart, SimulationResult& result) {
  std::vector<double> machines(system.kinds.size(), 0);
  for (const uint32_t machine : placement.used) ++machines[system.machines[machine].kind];
  double failures = 0;
  for (std::size_t k = 0; k < machines.size(); ++k) {
    if (machines[k] == 0) continue;
    failures += machines[k] * costs.failures(system.kinds[k], result.time);
    result.cost += machines[k] * system.kinds[k].price_per_hour * result.time / 3600;
  }
  result.failure_probability = -std::expm1(-failures);
  result.expected_time = expected_time(result.time, failures, restart);
}

}  // namespace

std::string_view block_name(BlockKind kind) { return kBlockNames[static_cast<std::size_t>(kind)]; }

SimulationResult simulate(std::span<const Application> applications,
                          const SystemDescription& system, const ExpandedSystem& machines,
                          std::span<const Setting> settings, const SimulationOptions& options) {
  const std::vector<LabelRun> labels = prepare_labels(applications, settings);
  SimulationResult result;
  for (const LabelRun& run : labels) result.processes += run.count;
  if (result.processes == 0) throw SimulationError("there is no process");
  if (result.processes > kMostProcesses) throw SimulationError("there are too many processes");
  Presence presence(machines);
  result.is_one_per_label =
      options.one_per_label.value_or(presence.is_constant() && result.processes > kMostSimulated);
  if (result.is_one_per_label && !presence.is_constant()) {
    throw SimulationError(
        "volunteers come and go at different times; every process is to be simulated");
  }
  const Placement placement = place_processes(labels, machines);
  result.machines = placement.used.size();
  Costs costs(system, machines, labels, placement, settings);
  Usage usage(machines, placement, costs);
  Engine({labels, machines, placement, result.is_one_per_label, options.recorded, presence}, costs,
         usage, result)
      .run();
  result.energy = usage.energy(result.time);
  if (!std::isfinite(result.energy)) {
    throw SimulationError(
        fmt::format("the power of the machines over {:g} s is {:g} J; expected a finite energy",
                    result.time, result.energy));
  }
  add_failures(machines, placement, costs, options.restart, result);
  return result;
}

std::vector<bool> pareto_front(std::span<const std::pair<double, double>> rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return rows[left] < rows[right]; });
  std::vector<bool> front(rows.size(), false);
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    if (!(rows[i].second < least)) continue;
    least = rows[i].second;
    front[i] = true;
  }
  return front;
}

}  // namespace paje
