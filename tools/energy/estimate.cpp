#include "energy/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "energy/names.hpp"
#include "energy/variables.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

struct Span {
  double start = 0;
  double end = 0;
};

Span life_of(const Trace& trace, ContainerId container, TimeUnit unit) {
  const double end = in_seconds(trace[container].end, unit);
  return {in_seconds(trace[container].start, unit), std::min(end, finite_end(trace, unit))};
}

// From the first value of the variables to the end of the last.
Span within(const Span& lives, const Trace& trace, ContainerId container,
            const std::vector<std::string>& names, TimeUnit unit) {
  Span found{lives.end, lives.start};
  for (const Track& track : trace.tracks(container)) {
    const auto is_it = [&](const std::string& name) {
      return is_same_name(trace[track.type].name.text, name);
    };
    if (track.kind != TypeKind::variable || std::none_of(names.begin(), names.end(), is_it)) {
      continue;
    }
    const VariableColumns variables = trace.variables();
    found.start = std::min(found.start, in_seconds(variables.start[track.first], unit));
    found.end = std::max(found.end, in_seconds(variables.end[track.last - 1], unit));
  }
  return {std::max(found.start, lives.start), std::min(found.end, lives.end)};
}

void count_unknown(const PowerModel& model, bool has_cpu, bool has_memory, double seconds,
                   PowerEstimate& estimate) {
  if (!has_cpu && !has_memory) {
    estimate.seconds_without_use += seconds;
  } else if (!has_cpu && model.per_cpu != 0) {
    estimate.seconds_without_cpu += seconds;
  } else if (!has_memory && model.per_memory != 0) {
    estimate.seconds_without_memory += seconds;
  }
}

// A use that no machine has is a wrong name rather than 0.
void need_variable(const Trace& trace, const std::vector<ContainerId>& machines,
                   const std::string& name) {
  const auto has_it = [&](ContainerId id) { return has_variable(trace, trace[id].type, name); };
  if (std::any_of(machines.begin(), machines.end(), has_it)) return;
  throw std::runtime_error(
      fmt::format("no container has the variable {}, which the model needs; "
                  "variables are {}",
                  visible(name), variable_names(trace)));
}

void add_machine(const Trace& trace, ContainerId container, const Span& span,
                 const std::string& cpu_name, const std::string& memory_name, TimeUnit unit,
                 const PowerModel& model, PowerEstimate& estimate) {
  const auto machine = static_cast<uint32_t>(estimate.machines.size());
  estimate.machines.push_back(container);
  const auto [from, to] = span;
  if (!(from < to)) return;
  const auto cpu = variable_of(trace, container, cpu_name, unit);
  const auto memory = variable_of(trace, container, memory_name, unit);
  SampleCursor cpu_at(cpu), memory_at(memory);
  const std::vector<double> times = times_of({&cpu, &memory}, from, to);
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const auto used = cpu_at.at(times[i]), filled = memory_at.at(times[i]);
    count_unknown(model, used.has_value(), filled.has_value(), times[i + 1] - times[i], estimate);
    const double watts = model.watts(used.value_or(0), filled.value_or(0));
    const auto is_odd = [](double use) { return !(use >= 0 && use <= 100); };
    if (is_odd(used.value_or(0)) || is_odd(filled.value_or(0))) ++estimate.out_of_range;
    if (!std::isfinite(watts)) {
      throw std::runtime_error(
          fmt::format("a use of {} is not finite", visible(trace[container].name.text)));
    }
    if (watts < 0) ++estimate.negative;
    estimate.pieces.push_back({machine, times[i], times[i + 1], std::max(0.0, watts)});
  }
}

}  // namespace

PowerEstimate estimate_power(const Trace& trace, const std::string& cpu, const std::string& memory,
                             TimeUnit unit, const PowerModel& model, bool only_samples) {
  PowerEstimate estimate;
  for (uint32_t i = 1; i < trace.containers().size(); ++i) {
    const TypeId type = trace[ContainerId{i}].type;
    if (!has_variable(trace, type, cpu) && !has_variable(trace, type, memory)) continue;
    const Span lives = life_of(trace, ContainerId{i}, unit);
    const Span span =
        only_samples ? within(lives, trace, ContainerId{i}, {cpu, memory}, unit) : lives;
    add_machine(trace, ContainerId{i}, span, cpu, memory, unit, model, estimate);
  }
  if (estimate.machines.empty()) return estimate;
  if (model.per_cpu != 0) need_variable(trace, estimate.machines, cpu);
  if (model.per_memory != 0) need_variable(trace, estimate.machines, memory);
  return estimate;
}

}  // namespace paje::tools
