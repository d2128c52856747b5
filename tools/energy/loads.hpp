// How long each processor works in each iteration: what the choice of frequencies starts from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "energy/options.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// A run of a trace, with its iterations. Times are the trace's own.
struct LoadedRun {
  Trace trace;
  std::unique_ptr<DependencyGraph> graph;
  TimeUnit unit = TimeUnit::seconds;
  std::vector<double> edges;  ///< where iterations begin, and where the last one ends
  std::vector<std::vector<double>> own_edges;  ///< of each track; empty if they are not known
  std::vector<uint32_t> processor;             ///< of each track

  [[nodiscard]] const std::vector<double>& edges_of(uint32_t track) const {
    return own_edges[track].empty() ? edges : own_edges[track];
  }
};

struct Loads {
  std::vector<std::string> processors;
  std::vector<ContainerId> containers;  ///< of each processor; empty if there is no trace
  std::vector<std::string> domains;     ///< names; as many as there are
  std::vector<uint32_t> domain;         ///< of each processor
  std::vector<std::string> tasks;
  std::vector<uint32_t> place;  ///< the processor of each task
  /// Seconds of work of each task, by iteration.
  std::vector<std::vector<double>> seconds;
  std::vector<double> lengths;  ///< seconds of each iteration as it was; empty: of the longest load
  std::optional<LoadedRun> run;  ///< what tasks are tracks of
  std::vector<std::string> remarks;

  [[nodiscard]] std::size_t iterations() const { return seconds.size(); }
  /// Seconds of work of each processor in one iteration, with tasks at `places`.
  [[nodiscard]] std::vector<double> on_processors(std::size_t iteration,
                                                  const std::vector<uint32_t>& places) const;
};

/// From a trace, or a table with the columns processor and load, and if wanted task, domain and
/// iteration. Throws std::runtime_error where there is no work.
Loads read_loads(const EnergyOptions& options, const std::string& path);

// Parts of it.
Loads loads_of_table(const std::string& path);
Loads loads_of_trace(const EnergyOptions& options, const std::string& path);

}  // namespace paje::tools
