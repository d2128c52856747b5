// pj_energy frequencies
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/loads.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

Sheet processor_sheet(const Loads& loads, const FrequencyPlan& before, const FrequencyPlan& plan,
                      const FrequencyLevels& levels) {
  Sheet sheet("Processors, by iteration", {{"processor"},
                                           {"domain"},
                                           {"load_seconds", Measure::number},
                                           {"balanced_seconds", Measure::number},
                                           {"idle_share", Measure::share},
                                           {"gigahertz", Measure::number},
                                           {"busy_seconds", Measure::number},
                                           {"idle_share_after", Measure::share},
                                           {"watts", Measure::number}});
  const std::vector<ProcessorFrequency> rows = processor_frequencies(before, plan, levels);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    const ProcessorFrequency& one = rows[p];
    sheet.add({loads.processors[p], loads.domains[loads.domain[p]], one.load, one.balanced,
               one.idle_share, one.gigahertz, one.busy, one.idle_share_after, one.watts});
  }
  return sheet;
}

Sheet plan_sheet(const std::vector<FrequencyPlan>& plans) {
  Sheet sheet("Time and energy", {{"plan"},
                                  {"seconds", Measure::number},
                                  {"joules", Measure::number},
                                  {"mean_watts", Measure::number},
                                  {"saved", Measure::share},
                                  {"max_over_mean", Measure::number},
                                  {"idle_share", Measure::share}});
  const IterationCost& base = plans.front().cost;
  for (const FrequencyPlan& plan : plans) {
    sheet.add({plan.name, plan.cost.seconds, plan.cost.joules,
               part(plan.cost.joules, plan.cost.seconds), 1 - part(plan.cost.joules, base.joules),
               plan.imbalance.max_over_mean, plan.imbalance.idle_share});
  }
  return sheet;
}

Sheet move_sheet(const Loads& loads, const FrequencyPlan& plan) {
  Sheet sheet("Moved tasks", {{"task"}, {"from"}, {"to"}});
  for (std::size_t task = 0; task < plan.places.size(); ++task) {
    if (plan.places[task] == loads.place[task]) continue;
    sheet.add({loads.tasks[task], loads.processors[loads.place[task]],
               loads.processors[plan.places[task]]});
  }
  return sheet;
}

const FrequencyPlan& plan_called(const std::vector<FrequencyPlan>& plans, std::string_view name) {
  for (const FrequencyPlan& plan : plans) {
    if (plan.name == name) return plan;
  }
  return plans.front();
}

// Tasks stay where they are: what would be moved is another run.
void save_plan(const Loads& loads, const FrequencyPlan& plan, const FrequencyLevels& levels,
               const EnergyOptions& options) {
  if (options.balancing != Balancing::none) {
    throw std::runtime_error(
        "--save writes frequencies of processors whose tasks are not moved: leave out --balance");
  }
  refuse_input_files({options.save});
  OutputFile file(options.save);
  file.write("container,gigahertz,factor,watts,watts_before\n");
  for (std::size_t p = 0; p < loads.processors.size(); ++p) {
    const uint32_t level = plan.levels[p];
    file.write(fmt::format("{},{},{},{},{}\n", csv_field(loads.processors[p]),
                           levels.gigahertz[level], levels.stretch(level), levels.watts[level],
                           levels.watts.front()));
  }
  file.commit();
}

void add_remarks(const Loads& loads, const FrequencyPlan& balanced, const FrequencyPlan& plan,
                 std::vector<std::string>& remarks) {
  remarks.insert(remarks.end(), loads.remarks.begin(), loads.remarks.end());
  const double more = plan.cost.seconds - balanced.cost.seconds;
  if (more > 1e-9 * balanced.cost.seconds) {
    remarks.push_back(fmt::format(
        "Warning: the load varies between iterations, so the frequencies, chosen by the mean load, "
        "make the run {:.4g} s longer. With --by iteration, no iteration is delayed.",
        more));
  }
  constexpr double kLeastMore = 0.01;
  if (balanced.idle_in_iterations > balanced.imbalance.idle_share + kLeastMore) {
    remarks.push_back(fmt::format(
        "The residual imbalance is that of the mean loads. Within iterations, {} of the time is "
        "idle, because different processors have most to do in different iterations. Fixed "
        "frequencies cannot use that.",
        share_text(balanced.idle_in_iterations)));
  }
  std::vector<uint32_t> tasks(loads.processors.size());
  for (const uint32_t processor : loads.place) ++tasks[processor];
  if (std::all_of(tasks.begin(), tasks.end(), [](uint32_t count) { return count <= 1; })) {
    remarks.emplace_back(
        "Each processor has only one task, so balancing cannot relieve the most loaded one.");
  }
}

}  // namespace

Report show_frequencies(const EnergyOptions& options) {
  const FrequencyLevels levels = frequency_levels(options.levels);
  const ReadLoads read = read_loads(options, options.inputs.front());
  const Loads& loads = read.loads;
  std::vector<FrequencyPlan> plans;
  for (const Balancing how : {Balancing::none, Balancing::greedy, Balancing::refine}) {
    plans.push_back(make_plan(loads, options.plan, levels, how, false));
    plans.push_back(make_plan(loads, options.plan, levels, how, true));
  }
  constexpr std::array<std::array<const char*, 2>, 3> kChosen = {
      {{"none", "dvfs"}, {"greedy", "greedy+dvfs"}, {"refine", "refine+dvfs"}}};
  const auto& [balanced_name, name] = kChosen[static_cast<std::size_t>(options.balancing)];
  const FrequencyPlan& balanced = plan_called(plans, balanced_name);
  const FrequencyPlan& plan = plan_called(plans, name);
  if (!options.trace.empty()) {
    refuse_input_files({options.trace});
    write_what_if(read, options, levels, plan);
  }
  if (!options.save.empty()) save_plan(loads, plan, levels, options);
  Report report;
  report.lines.push_back(fmt::format(
      "{}, {}; frequencies change from iteration {} on. Residual imbalance: {} of the time is "
      "idle, {} with the frequencies of the plan {}.",
      counted(loads.processors.size(), "processor", "processors"),
      counted(loads.iterations(), "iteration", "iterations"), options.plan.from_iteration,
      share_text(balanced.imbalance.idle_share), share_text(plan.imbalance.idle_share), plan.name));
  report.sheets.emplace_back("plans", plan_sheet(plans));
  report.sheets.emplace_back("processors", processor_sheet(loads, plans.front(), plan, levels));
  report.sheets.emplace_back("moved", move_sheet(loads, plan));
  add_remarks(loads, balanced, plan, report.remarks);
  return report;
}

}  // namespace paje::tools
