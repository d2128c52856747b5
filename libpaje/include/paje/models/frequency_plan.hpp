// Time and energy that a run would need with balanced loads, slower processors, or both. The work
// of each processor in each iteration comes from the run; frequencies.hpp chooses the levels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/iterations.hpp"
#include "paje/models/frequencies.hpp"
#include "paje/time_unit.hpp"

namespace paje {

/// Which containers of a run are processors, and what counts as a task.
struct LoadOptions {
  /// Container type of processors: a processor has its own tracks, or those below it. Empty: each
  /// track is a processor.
  std::string processor;
  /// Type of the containers whose processors share a frequency; empty: each processor has its own.
  std::string domain;
  /// If set, the n-th piece of work of a track is one task in all iterations, and tasks may move
  /// separately. Otherwise all work of a track is one task.
  bool states_are_tasks = false;
  IterationOptions iterations;
};

/// How the tracks of a run correspond to its loads. Times are those of the trace.
struct LoadedTracks {
  std::vector<double> edges;  ///< starts of the iterations, then the end of the last one
  std::vector<std::vector<double>> own_edges;  ///< by track; empty if the track has none of its own
  std::vector<uint32_t> processor;             ///< by track

  [[nodiscard]] const std::vector<double>& edges_of(uint32_t track) const {
    return own_edges[track].empty() ? edges : own_edges[track];
  }
};

struct Loads {
  std::vector<std::string> processors;
  std::vector<std::string> domains;  ///< names
  std::vector<uint32_t> domain;      ///< by processor
  std::vector<std::string> tasks;
  std::vector<uint32_t> place;  ///< by task: its processor
  /// Seconds of work, by iteration, then task.
  std::vector<std::vector<double>> seconds;
  std::vector<double> lengths;  ///< measured, by iteration; empty: those of the longest load
  std::vector<std::string> remarks;
  // Only for loads of a run, else empty:
  std::vector<ContainerId> containers;         ///< by processor
  std::vector<ContainerId> domain_containers;  ///< by domain
  LoadedTracks tracks;

  [[nodiscard]] std::size_t iterations() const { return seconds.size(); }
  /// Seconds of work of each processor in one iteration, if task i is on processor places[i].
  [[nodiscard]] PAJE_EXPORT std::vector<double> on_processors(
      std::size_t iteration, const std::vector<uint32_t>& places) const;
};

/// The useful time of each track in each iteration. A run without a loop is one iteration. `unit`
/// is the unit of the trace's times. Throws std::invalid_argument if the run has no states, no
/// length, or no containers of the types in `options`. O(pieces * log(pieces)).
PAJE_EXPORT Loads loads_of_run(const DependencyGraph& graph, const LoadOptions& options,
                               TimeUnit unit = TimeUnit::seconds);

struct PlanOptions {
  uint32_t from_iteration = 0;  ///< the first iteration to which the plan applies
  bool by_iteration = false;    ///< no iteration may become longer; otherwise only not their mean
};

/// Throws std::invalid_argument if no processor has work, or `from_iteration` does not exist.
PAJE_EXPORT void check_loads(const Loads& loads, const PlanOptions& options);

struct FrequencyPlan {
  std::string name;              ///< `none`, `dvfs`, `greedy`, `greedy+dvfs`, ...
  std::vector<uint32_t> places;  ///< by task: its processor
  std::vector<double> loads;     ///< by processor: mean seconds of an iteration
  std::vector<uint32_t> levels;  ///< by processor
  std::vector<double> busy;      ///< by processor: mean seconds of an iteration at its level
  IterationCost cost;            ///< all iterations
  std::vector<double> lengths;   ///< seconds of each iteration
  Imbalance imbalance;           ///< of `busy`
  /// How much of the time processors are idle since another one has more to do in the same
  /// iteration. More than the imbalance of the means where it is not always the same one.
  double idle_in_iterations = 0;
};

/// `loads` must pass check_loads().
PAJE_EXPORT FrequencyPlan make_plan(const Loads& loads, const PlanOptions& options,
                                    const FrequencyLevels& levels, Balancing balancing,
                                    bool slows_down);

/// One processor; means over the iterations.
struct ProcessorFrequency {
  double load = 0;        ///< seconds of work as measured
  double balanced = 0;    ///< seconds of work with the tasks of the plan, at the highest frequency
  double idle_share = 0;  ///< idle time / time of the most loaded processor, before the plan
  double gigahertz = 0;   ///< in the plan
  double busy = 0;        ///< seconds of work at this frequency
  double idle_share_after = 0;
  double watts = 0;
};

/// `before` must be the plan `none`.
PAJE_EXPORT std::vector<ProcessorFrequency> processor_frequencies(const FrequencyPlan& before,
                                                                  const FrequencyPlan& plan,
                                                                  const FrequencyLevels& levels);

}  // namespace paje
