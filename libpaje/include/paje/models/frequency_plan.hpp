// What a run would take in time and energy with its load balanced, or its processors slowed down,
// or both: how long each processor works in each iteration, and what frequencies.hpp makes of it.
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

/// Which containers of a run are processors, and what is their work.
struct LoadOptions {
  /// Type of the containers that are processors, as tracks or with tracks below them; empty: each
  /// track is one.
  std::string processor;
  /// Type of the containers whose processors share a frequency; empty: each processor has its own.
  std::string domain;
  /// The first, second, ... piece of work of a track in each iteration are tasks that may be moved;
  /// else all work of a track is one.
  bool states_are_tasks = false;
  IterationOptions iterations;
};

/// What the tracks of a run have to do with loads. Times are the trace's own.
struct LoadedTracks {
  std::vector<double> edges;  ///< where iterations begin, and where the last one ends
  std::vector<std::vector<double>> own_edges;  ///< of each track; empty if they are not known
  std::vector<uint32_t> processor;             ///< of each track

  [[nodiscard]] const std::vector<double>& edges_of(uint32_t track) const {
    return own_edges[track].empty() ? edges : own_edges[track];
  }
};

struct Loads {
  std::vector<std::string> processors;
  std::vector<std::string> domains;  ///< names; as many as there are
  std::vector<uint32_t> domain;      ///< of each processor
  std::vector<std::string> tasks;
  std::vector<uint32_t> place;  ///< the processor of each task
  /// Seconds of work of each task, by iteration.
  std::vector<std::vector<double>> seconds;
  std::vector<double> lengths;  ///< seconds of each iteration as it was; empty: of the longest load
  std::vector<std::string> remarks;
  // Of a run; empty if loads come from elsewhere.
  std::vector<ContainerId> containers;         ///< of each processor
  std::vector<ContainerId> domain_containers;  ///< of each domain
  LoadedTracks tracks;

  [[nodiscard]] std::size_t iterations() const { return seconds.size(); }
  /// Seconds of work of each processor in one iteration, with tasks at `places`.
  [[nodiscard]] PAJE_EXPORT std::vector<double> on_processors(
      std::size_t iteration, const std::vector<uint32_t>& places) const;
};

/// The useful time of each track in each iteration; the whole run is one if there is no loop. Times
/// of the trace are in `unit`. Throws std::invalid_argument where there are no states, no length,
/// or not the containers that the options name. O(pieces * log(pieces)).
PAJE_EXPORT Loads loads_of_run(const DependencyGraph& graph, const LoadOptions& options,
                               TimeUnit unit = TimeUnit::seconds);

struct PlanOptions {
  uint32_t from_iteration = 0;  ///< from which on things change
  bool by_iteration = false;    ///< no iteration may become longer, not just the mean
};

/// Throws std::invalid_argument if nobody works, or there is no such iteration.
PAJE_EXPORT void check_loads(const Loads& loads, const PlanOptions& options);

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

/// The loads are such that check_loads() accepts.
PAJE_EXPORT FrequencyPlan make_plan(const Loads& loads, const PlanOptions& options,
                                    const FrequencyLevels& levels, Balancing balancing,
                                    bool slows_down);

/// Of one processor, mean of an iteration.
struct ProcessorFrequency {
  double load = 0;        ///< seconds of work as it was
  double balanced = 0;    ///< seconds of work with the tasks of the plan, at the highest frequency
  double idle_share = 0;  ///< of the time of the most loaded one, then
  double gigahertz = 0;   ///< by the plan
  double busy = 0;        ///< seconds of work at this frequency
  double idle_share_after = 0;
  double watts = 0;
};

/// `before` is the plan that changes nothing.
PAJE_EXPORT std::vector<ProcessorFrequency> processor_frequencies(const FrequencyPlan& before,
                                                                  const FrequencyPlan& plan,
                                                                  const FrequencyLevels& levels);

}  // namespace paje
