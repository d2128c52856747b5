#include "energy/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "energy/variables.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

void add_machine(const Trace& trace, ContainerId container, const std::string& cpu_name,
                 const std::string& memory_name, TimeUnit unit, const PowerModel& model,
                 PowerEstimate& estimate) {
  const auto machine = static_cast<uint32_t>(estimate.machines.size());
  estimate.machines.push_back(container);
  const double end = finite_end(trace, unit);
  const double from = in_seconds(trace[container].start, unit);
  const double to = std::min(in_seconds(trace[container].end, unit), end);
  if (!(from < to)) return;
  const auto cpu = variable_of(trace, container, cpu_name, unit);
  const auto memory = variable_of(trace, container, memory_name, unit);
  SampleCursor cpu_at(cpu), memory_at(memory);
  const std::vector<double> times = times_of({&cpu, &memory}, from, to);
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const auto used = cpu_at.at(times[i]), filled = memory_at.at(times[i]);
    if (!used && !filled) estimate.seconds_without_use += times[i + 1] - times[i];
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
                             TimeUnit unit, const PowerModel& model) {
  PowerEstimate estimate;
  for (uint32_t i = 1; i < trace.containers().size(); ++i) {
    const TypeId type = trace[ContainerId{i}].type;
    if (!has_variable(trace, type, cpu) && !has_variable(trace, type, memory)) continue;
    add_machine(trace, ContainerId{i}, cpu, memory, unit, model, estimate);
  }
  return estimate;
}

}  // namespace paje::tools
