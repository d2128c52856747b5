#include "simulate/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "common/tool.hpp"
#include "paje/parallel.hpp"
#include "runs/csv_table.hpp"
#include "simulate/built_in.hpp"
#include "simulate/json_file.hpp"
#include "simulate/platform.hpp"
#include "simulate/read_application.hpp"

namespace paje::tools {

namespace {

HardwareDatabase read_hardware(const SimulateOptions& options) {
  HardwareDatabase hardware;
  hardware.add(JsonFile(std::string(built_in("hardware")), "built-in hardware"));
  for (const std::string& path : options.hardware) hardware.add(JsonFile(file_text(path), path));
  hardware.swap(options.swaps);
  return hardware;
}

// A swap of what is not there would have no effect.
void check_swaps(const SimulateOptions& options, const ReadSystem& system) {
  for (const auto& [old, replacement] : options.swaps) {
    if (system.named.contains(old)) continue;
    std::string names;
    for (const std::string& one : system.named) names += (names.empty() ? "" : ", ") + one;
    throw WrongUsage(fmt::format("--swap: the system names no part {}; it names {}", one_line(old),
                                 names.empty() ? "none, as a platform of SimGrid" : names));
  }
}

// One for all configurations, or for all with the same values of its variables.
void read_systems(const SimulateOptions& options, Study& study) {
  const HardwareDatabase hardware = read_hardware(options);
  std::string text = file_or_built_in(options.system);
  if (is_platform(text)) {
    const auto system =
        std::make_shared<const ReadSystem>(read_platform(std::move(text), options.system));
    check_swaps(options, *system);
    study.systems.assign(study.configurations.size(), system);
    return;
  }
  const JsonFile file(std::move(text), options.system);
  std::map<std::vector<Setting>, std::shared_ptr<const ReadSystem>> known;
  std::vector<std::string> variables;
  for (std::size_t i = 0; i < study.configurations.size(); ++i) {
    std::vector<Setting> needed;
    for (const Setting& setting : study.configurations[i]) {
      const bool is_own =
          std::find(variables.begin(), variables.end(), setting.first) != variables.end();
      if (is_own || i == 0) needed.push_back(setting);
    }
    if (i == 0) {
      auto first = std::make_shared<const ReadSystem>(read_system(file, hardware, needed));
      check_swaps(options, *first);
      variables = first->variables;
      std::erase_if(needed, [&](const Setting& one) {
        return std::find(variables.begin(), variables.end(), one.first) == variables.end();
      });
      known[needed] = first;
    }
    auto& system = known[needed];
    if (!system) system = std::make_shared<const ReadSystem>(read_system(file, hardware, needed));
    study.systems.push_back(system);
  }
}

std::vector<std::vector<Setting>> configurations_of(const SimulateOptions& options) {
  try {
    return combine(options.settings);
  } catch (const std::invalid_argument& error) {
    throw WrongUsage(error.what());
  }
}

// A setting of nothing would be a setting of no effect.
void check_names(const Study& study, const std::map<std::string, std::string>& places) {
  std::set<std::string> known;
  for (const Application& application : study.applications) {
    for (std::string& name : setting_names(application)) known.insert(std::move(name));
  }
  const ReadSystem& system = *study.systems.front();
  known.insert(system.variables.begin(), system.variables.end());
  known.insert(system.description.coefficients.begin(), system.description.coefficients.end());
  std::set<std::string> seen;
  for (const auto& [name, value] : study.configurations.front()) {
    if (!seen.insert(name).second) throw WrongUsage(one_line(name) + " is given twice");
    if (known.contains(name)) continue;
    std::string text;
    for (const std::string& one : known) text += (text.empty() ? "" : ", ") + one;
    const std::string what =
        fmt::format("nothing is called {}; there are {}", one_line(name), text);
    if (const auto place = places.find(name); place != places.end()) {
      throw std::runtime_error(place->second + ": " + what);
    }
    throw WrongUsage(what);
  }
}

std::string words_of(const std::vector<Setting>& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += fmt::format(" {}={:.10g}", name, value);
  return text;
}

}  // namespace

Study read_study(const SimulateOptions& options) {
  return read_study(options, configurations_of(options), {});
}

Study read_study(const SimulateOptions& options, std::vector<std::vector<Setting>> configurations,
                 const std::map<std::string, std::string>& places) {
  Study study;
  for (const std::string& path : options.applications) {
    study.applications.push_back(read_application(JsonFile(file_or_built_in(path), path)));
  }
  study.configurations = std::move(configurations);
  read_systems(options, study);
  check_names(study, places);
  return study;
}

ReadSystem read_system_of(const SimulateOptions& options) {
  std::string text = file_or_built_in(options.system);
  if (is_platform(text)) {
    ReadSystem system = read_platform(std::move(text), options.system);
    check_swaps(options, system);
    return system;
  }
  const JsonFile file(std::move(text), options.system);
  ReadSystem system = read_system(file, read_hardware(options), configurations_of(options).front());
  check_swaps(options, system);
  return system;
}

void simulate_all(const SimulateOptions& options, Study& study) {
  const std::size_t count = study.configurations.size();
  study.results.resize(count);
  std::vector<std::string> errors(count);
  for_each_parallel(options.threads, count, [&](std::size_t i) {
    SimulationOptions how;
    how.one_per_label = options.one_per_label;
    how.restart = options.restart;
    if (!options.output.empty()) how.recorded = options.trace_processes;
    try {
      study.results[i] = simulate(study.applications, study.systems[i]->description,
                                  study.systems[i]->expanded, study.configurations[i], how);
    } catch (const SimulationError& error) {
      errors[i] = error.what();
    }
  });
  // The first one, however many threads there are.
  for (std::size_t i = 0; i < count; ++i) {
    if (errors[i].empty()) continue;
    const std::string with = words_of(study.configurations[i]);
    throw std::runtime_error(one_line(errors[i]) + (with.empty() ? "" : " (with" + with + ")"));
  }
}

}  // namespace paje::tools
