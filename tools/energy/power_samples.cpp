#include "energy/power_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <stdexcept>

#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/variables.hpp"
#include "paje/visible_text.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

constexpr double kLeast = std::numeric_limits<double>::lowest();

void add_table(const std::string& path, const MeasureNames& names, PowerSamples& all) {
  const CsvTable table(path);
  const std::size_t cpu = table.need_column(names.cpu);
  const std::size_t memory = table.need_column(names.memory);
  const std::size_t power = table.need_column(names.power);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto number = [&](std::size_t column) { return table.number(row, column, kLeast); };
    all.samples.push_back({number(cpu), number(memory), number(power)});
  }
}

// Stretches in which nothing changes, each with its value of all three.
void add_container(const Trace& trace, ContainerId container, const MeasureNames& names,
                   TimeUnit unit, PowerSamples& all) {
  const auto cpu = variable_of(trace, container, names.cpu, unit);
  const auto memory = variable_of(trace, container, names.memory, unit);
  const auto power = variable_of(trace, container, names.power, unit);
  if (cpu.empty() || memory.empty() || power.empty()) return;
  const double first = std::max({cpu[0].time, memory[0].time, power[0].time});
  const double last = std::max({cpu.back().time, memory.back().time, power.back().time});
  SampleCursor cpu_at(cpu), memory_at(memory), power_at(power);
  for (const double time : times_of({&cpu, &memory, &power}, first, last)) {
    all.samples.push_back({*cpu_at.at(time), *memory_at.at(time), *power_at.at(time)});
  }
}

void add_trace(const EnergyOptions& options, const std::string& path, PowerSamples& all) {
  const Trace trace = read_energy_trace(options, path);
  const std::size_t before = all.samples.size();
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    add_container(trace, ContainerId{i}, options.names, TimeUnit::seconds, all);
  }
  if (all.samples.size() == before) {
    throw std::runtime_error(
        fmt::format("{}: no container has the variables {}, {} and {}; variables are {}",
                    visible(path), visible(options.names.cpu), visible(options.names.memory),
                    visible(options.names.power), variable_names(trace)));
  }
}

}  // namespace

PowerSamples read_power_samples(const EnergyOptions& options) {
  PowerSamples all;
  std::set<std::string> seen;
  for (const std::string& path : options.inputs) {
    if (!seen.insert(std::filesystem::absolute(path).lexically_normal()).second) {
      all.twice.push_back(path);
    }
    if (is_table(path)) {
      add_table(path, options.names, all);
    } else {
      add_trace(options, path, all);
    }
  }
  std::erase_if(all.samples, [&](const PowerSample& sample) {
    const bool is_finite =
        std::isfinite(sample.cpu) && std::isfinite(sample.memory) && std::isfinite(sample.power);
    all.not_finite += is_finite ? 0 : 1;
    all.negative += is_finite && sample.power < 0 ? 1 : 0;
    return !is_finite || sample.power < 0;
  });
  if (all.samples.empty()) {
    throw std::runtime_error(
        all.negative > 0 ? fmt::format("the power of {} is negative, and there are no others",
                                       counted(all.negative, "sample", "samples"))
                         : "there are no samples of power");
  }
  all.negative_use = static_cast<uint64_t>(
      std::count_if(all.samples.begin(), all.samples.end(),
                    [](const PowerSample& sample) { return sample.cpu < 0 || sample.memory < 0; }));
  return all;
}

void add_remarks(const PowerSamples& samples, std::vector<std::string>& remarks) {
  for (const std::string& path : samples.twice) {
    remarks.push_back(fmt::format(
        "Warning: {} is given twice, so each of its samples counts twice.", visible(path)));
  }
  if (samples.negative > 0) {
    remarks.push_back(fmt::format("Warning: {} with negative power left out.",
                                  counted(samples.negative, "sample", "samples")));
  }
  if (samples.negative_use > 0) {
    remarks.push_back(fmt::format("Warning: in {} the use of the CPU or the memory is negative.",
                                  counted(samples.negative_use, "sample", "samples")));
  }
  if (samples.not_finite > 0) {
    remarks.push_back(fmt::format("Warning: {} left out because numbers are infinite or missing.",
                                  counted(samples.not_finite, "sample", "samples")));
  }
}

}  // namespace paje::tools
