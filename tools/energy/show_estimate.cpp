// pj_energy estimate
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/estimate.hpp"
#include "energy/model_file.hpp"
#include "energy/trace_copy.hpp"
#include "energy/variables.hpp"
#include "paje/models/energy.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

PowerModel model_of(const EnergyOptions& options) {
  if (!options.constants.empty()) {
    return {options.constants[0], options.constants[1], options.constants[2]};
  }
  return read_model(options.model).model;
}

std::string machine_name(const Trace& trace, ContainerId id) {
  return std::string(trace[id].name.text);
}

Sheet machine_sheet(const Trace& trace, const PowerEstimate& estimate, const EnergySums& sums) {
  Sheet sheet("By machine", {{"machine"},
                             {"active_seconds", Measure::number},
                             {"energy_joules", Measure::number},
                             {"mean_watts", Measure::number}});
  for (std::size_t i = 0; i < estimate.machines.size(); ++i) {
    const double seconds = i < sums.active.size() ? sums.active[i] : 0;
    const double joules = i < sums.active.size() ? sums.by_machine[i] : 0;
    sheet.add({machine_name(trace, estimate.machines[i]), seconds, joules,
               number_if(seconds > 0, joules / seconds)});
  }
  return sheet;
}

Sheet active_sheet(const EnergySums& sums) {
  Sheet sheet("By number of active machines (NEC)", {{"active", Measure::count},
                                                     {"seconds", Measure::number},
                                                     {"energy_joules", Measure::number},
                                                     {"share", Measure::share}});
  for (std::size_t i = 1; i < sums.by_active.size(); ++i) {
    sheet.add({uint64_t{i}, sums.seconds_by_active[i], sums.by_active[i],
               part(sums.by_active[i], sums.energy)});
  }
  return sheet;
}

Sheet step_sheet(const EnergySums& sums) {
  Sheet sheet("Power over time (ETC)", {{"start_seconds", Measure::number},
                                        {"end_seconds", Measure::number},
                                        {"active", Measure::count},
                                        {"watts", Measure::number}});
  for (const PowerStep& step : sums.steps) {
    sheet.add({step.start, step.end, uint64_t{step.active}, step.watts});
  }
  return sheet;
}

Sheet total_sheet(const EnergySums& sums) {
  Sheet sheet("In total (TC)", {{"seconds", Measure::number},
                                {"energy_joules", Measure::number},
                                {"mean_watts", Measure::number},
                                {"most_active", Measure::count},
                                {"inelastic_joules", Measure::number},
                                {"saved", Measure::share}});
  sheet.add({sums.seconds, sums.energy, number_if(sums.seconds > 0, sums.energy / sums.seconds),
             uint64_t{sums.most_active}, sums.inelastic,
             part(sums.inelastic - sums.energy, sums.inelastic)});
  return sheet;
}

void add_remarks(const PowerEstimate& estimate, const MeasureNames& names,
                 std::vector<std::string>& remarks) {
  if (estimate.seconds_without_use > 0) {
    remarks.push_back(
        fmt::format("For {:.4g} s of machines, the use is unknown; they count as idle.",
                    estimate.seconds_without_use));
  }
  const auto add_unknown = [&](double seconds, const std::string& name) {
    if (!(seconds > 0)) return;
    remarks.push_back(
        fmt::format("For {:.4g} s of machines, the use {} is unknown; it counts as 0.", seconds,
                    visible(name)));
  };
  add_unknown(estimate.seconds_without_cpu, names.cpu);
  add_unknown(estimate.seconds_without_memory, names.memory);
  if (estimate.out_of_range > 0) {
    remarks.push_back(fmt::format("Warning: in {}, a use is not from 0 to 100 %.",
                                  counted(estimate.out_of_range, "stretch", "stretches")));
  }
  if (estimate.negative > 0) {
    remarks.push_back(
        fmt::format("Warning: for {}, the model predicts less than 0 W; they count as 0.",
                    counted(estimate.negative, "stretch", "stretches")));
  }
}

// The input with the power of each machine, and the sum and the number of active ones on the root.
void write_trace(const EnergyOptions& options, const Trace& trace, TimeUnit unit,
                 const PowerEstimate& estimate, const EnergySums& sums) {
  OutputFile file(options.trace);
  TraceWriter writer([&](std::string_view text) { file.write(text); });
  TraceCopy copy(trace, writer);
  const auto time = [&](double seconds) { return seconds * per_second(unit); };
  for (const PowerPiece& piece : estimate.pieces) {
    copy.set_variable(time(piece.start), estimate.machines[piece.machine], "power", piece.watts);
  }
  const auto set = [&](double at, double watts, double machines) {
    copy.set_variable(time(at), kRootContainer, "power", watts);
    copy.set_variable(time(at), kRootContainer, "active", machines);
  };
  // As the trace ends, all machines do; a 0 for no time would look like a sample of it.
  const double end = trace.end_time().value_or(0);
  for (std::size_t i = 0; i < sums.steps.size(); ++i) {
    const PowerStep& step = sums.steps[i];
    set(step.start, step.watts, step.active);
    const bool is_last = i + 1 == sums.steps.size();
    if (is_last ? time(step.end) < end : sums.steps[i + 1].start > step.end) set(step.end, 0, 0);
  }
  copy.write();
  file.commit();
}

}  // namespace

Report show_estimate(const EnergyOptions& options) {
  const PowerModel model = model_of(options);
  const Trace trace = read_energy_trace(options, options.inputs.front());
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(options.unit, traces, "pj_energy", options.quiet);
  const PowerEstimate estimate =
      estimate_power(trace, options.names.cpu, options.names.memory, unit, model);
  if (estimate.machines.empty()) {
    throw std::runtime_error(fmt::format(
        "no containers have the variables {} or {}; variables are {}", visible(options.names.cpu),
        visible(options.names.memory), variable_names(trace)));
  }
  const EnergySums sums = sum_energy(estimate.pieces, model.watts(0, 0), options.machines);
  if (!options.trace.empty()) {
    refuse_input_files({options.trace});
    write_trace(options, trace, unit, estimate, sums);
  }
  Report report;
  report.lines.push_back(fmt::format(
      "{} {} {} in {:.6g} s; {} running all the time would use {}.",
      counted(estimate.machines.size(), "machine", "machines"),
      estimate.machines.size() == 1 ? "uses" : "use", joules_text(sums.energy), sums.seconds,
      counted(options.machines > 0 ? options.machines : sums.most_active, "machine", "machines"),
      joules_text(sums.inelastic)));
  report.sheets.emplace_back("total", total_sheet(sums));
  report.sheets.emplace_back("by_machine", machine_sheet(trace, estimate, sums));
  report.sheets.emplace_back("by_active", active_sheet(sums));
  report.sheets.emplace_back("steps", step_sheet(sums));
  add_remarks(estimate, options.names, report.remarks);
  return report;
}

}  // namespace paje::tools
