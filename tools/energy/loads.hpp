// How long each processor works in each iteration: what the choice of frequencies starts from.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "energy/options.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/models/frequency_plan.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// A run of a trace.
struct LoadedRun {
  Trace trace;
  std::unique_ptr<DependencyGraph> graph;
  TimeUnit unit = TimeUnit::seconds;
};

struct ReadLoads {
  Loads loads;
  std::optional<LoadedRun> run;  ///< what tasks are tracks of; none of a table
};

/// From a trace, or a table with the columns processor and load, and if wanted task, domain and
/// iteration. Throws std::runtime_error where there is no work.
ReadLoads read_loads(const EnergyOptions& options, const std::string& path);

Loads loads_of_table(const std::string& path);

/// Writes options.trace: the run of the plan, or of a table, a trace of it.
void write_what_if(const ReadLoads& read, const EnergyOptions& options,
                   const FrequencyLevels& levels, const FrequencyPlan& plan);

}  // namespace paje::tools
