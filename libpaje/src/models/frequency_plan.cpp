#include "paje/models/frequency_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

namespace paje {

namespace {

// The loads of the iterations to which the plan applies.
std::vector<std::vector<double>> changed_loads(const Loads& loads, uint32_t from,
                                               const std::vector<uint32_t>& places) {
  std::vector<std::vector<double>> changed;
  for (std::size_t i = from; i < loads.iterations(); ++i) {
    changed.push_back(loads.on_processors(i, places));
  }
  return changed;
}

std::vector<double> mean_loads(const Loads& loads, uint32_t from,
                               const std::vector<uint32_t>& places) {
  std::vector<double> mean(loads.processors.size());
  for (std::size_t i = from; i < loads.iterations(); ++i) {
    const std::vector<double> now = loads.on_processors(i, places);
    for (std::size_t p = 0; p < mean.size(); ++p) mean[p] += now[p];
  }
  for (double& load : mean) load /= static_cast<double>(loads.iterations() - from);
  return mean;
}

std::vector<BalancedTask> tasks_of(const Loads& loads, uint32_t from) {
  std::vector<BalancedTask> tasks;
  for (std::size_t task = 0; task < loads.tasks.size(); ++task) {
    double sum = 0;
    for (std::size_t i = from; i < loads.iterations(); ++i) sum += loads.seconds[i][task];
    tasks.push_back({loads.place[task], sum / static_cast<double>(loads.iterations() - from)});
  }
  return tasks;
}

// The measured time of an iteration beyond its longest load. Negative if containers start the
// iteration at different times.
double rest_of(const Loads& loads, std::size_t iteration) {
  if (loads.lengths.empty()) return 0;
  const std::vector<double> now = loads.on_processors(iteration, loads.place);
  return loads.lengths[iteration] - imbalance_of(now).greatest;
}

}  // namespace

std::vector<double> Loads::on_processors(std::size_t iteration,
                                         const std::vector<uint32_t>& places) const {
  std::vector<double> sums(processors.size());
  for (std::size_t task = 0; task < places.size(); ++task) {
    sums[places[task]] += seconds[iteration][task];
  }
  return sums;
}

void check_loads(const Loads& loads, const PlanOptions& options) {
  double all = 0;
  for (const auto& iteration : loads.seconds) {
    for (const double seconds : iteration) all += seconds;
  }
  if (!(all > 0)) throw std::invalid_argument("no processor works, so there is nothing to balance");
  if (options.from_iteration < loads.iterations()) return;
  const bool is_one = loads.iterations() == 1;
  throw std::invalid_argument(fmt::format("has {} iteration{}, so none from {} on",
                                          loads.iterations(), is_one ? "" : "s",
                                          options.from_iteration));
}

FrequencyPlan make_plan(const Loads& loads, const PlanOptions& options,
                        const FrequencyLevels& levels, Balancing balancing, bool slows_down) {
  constexpr std::array<const char*, 3> kNames = {"none", "greedy", "refine"};
  FrequencyPlan plan;
  plan.name = kNames[static_cast<std::size_t>(balancing)];
  if (slows_down) plan.name = balancing == Balancing::none ? "dvfs" : plan.name + "+dvfs";
  const uint32_t from = options.from_iteration;
  const auto processors = static_cast<uint32_t>(loads.processors.size());
  plan.places = balance(tasks_of(loads, from), processors, balancing);
  plan.loads = mean_loads(loads, from, plan.places);
  const std::vector<uint32_t> highest(processors);
  plan.levels = highest;
  if (slows_down) {
    plan.levels = options.by_iteration
                      ? choose_levels(changed_loads(loads, from, plan.places), loads.domain, levels)
                      : choose_levels(std::span(&plan.loads, 1), loads.domain, levels);
  }
  for (uint32_t p = 0; p < processors; ++p) {
    plan.busy.push_back(plan.loads[p] * levels.stretch(plan.levels[p]));
  }
  plan.imbalance = imbalance_of(plan.busy);
  double busy = 0, longest = 0;  // seconds of a processor, in all iterations
  for (std::size_t i = 0; i < loads.iterations(); ++i) {
    const bool is_changed = i >= from;
    const std::vector<double> now = loads.on_processors(i, is_changed ? plan.places : loads.place);
    std::vector<double> slowed = now;
    for (uint32_t p = 0; p < processors; ++p) {
      if (is_changed) slowed[p] *= levels.stretch(plan.levels[p]);
    }
    const Imbalance of_iteration = imbalance_of(slowed);
    busy += of_iteration.mean;
    longest += of_iteration.greatest;
    const double rest = rest_of(loads, i);
    const IterationCost cost = cost_of(std::span(&now, 1), std::span(&rest, 1),
                                       is_changed ? plan.levels : highest, levels);
    plan.lengths.push_back(cost.seconds);
    plan.cost.seconds += cost.seconds;
    plan.cost.joules += cost.joules;
  }
  plan.idle_in_iterations = longest > 0 ? 1 - busy / longest : 0;
  return plan;
}

std::vector<ProcessorFrequency> processor_frequencies(const FrequencyPlan& before,
                                                      const FrequencyPlan& plan,
                                                      const FrequencyLevels& levels) {
  const auto idle = [](double load, double greatest) {
    return greatest > 0 ? 1 - load / greatest : 1;
  };
  const double greatest = imbalance_of(plan.loads).greatest;
  std::vector<ProcessorFrequency> rows;
  for (std::size_t p = 0; p < plan.loads.size(); ++p) {
    const uint32_t level = plan.levels[p];
    rows.push_back({before.loads[p], plan.loads[p], idle(plan.loads[p], greatest),
                    levels.gigahertz[level], plan.busy[p],
                    idle(plan.busy[p], plan.imbalance.greatest), levels.watts[level]});
  }
  return rows;
}

}  // namespace paje
