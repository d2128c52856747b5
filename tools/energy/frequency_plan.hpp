// What a run would take in time and energy with its load balanced, or its processors slowed down,
// or both.
#pragma once

#include <string>
#include <vector>

#include "energy/loads.hpp"
#include "paje/models/frequencies.hpp"

namespace paje::tools {

struct FrequencyPlan {
  std::string name;              ///< `none`, `dvfs`, `greedy`, `greedy+dvfs`, ...
  std::vector<uint32_t> places;  ///< of tasks
  std::vector<double> loads;     ///< of processors: mean seconds of an iteration
  std::vector<uint32_t> levels;  ///< of processors
  std::vector<double> busy;      ///< of processors: mean seconds of an iteration at these levels
  IterationCost cost;            ///< of all iterations
  std::vector<double> lengths;   ///< of each iteration
  Imbalance imbalance;           ///< of `busy`
};

FrequencyPlan make_plan(const Loads& loads, const EnergyOptions& options,
                        const FrequencyLevels& levels, Balancing balancing, bool slows_down);

/// Writes options.trace: the run of the plan, or of a table, a trace of it.
void write_what_if(const Loads& loads, const EnergyOptions& options, const FrequencyLevels& levels,
                   const FrequencyPlan& plan);

}  // namespace paje::tools
