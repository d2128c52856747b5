// Analyses of a trace that several processes read together: each looks at its share, and the first
// one gets what the function of one process returns. All processes call the same functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "paje/aggregation_model.hpp"
#include "paje/classes.hpp"
#include "paje/communication.hpp"
#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/sharing.hpp"
#include "paje/utilisation.hpp"
#include "paje/waits.hpp"

namespace paje {

/// measure_messages() of the whole trace, on rank 0. Throws what that throws, on all.
PAJE_EXPORT MessageFigures messages_together(SharedTrace& share, std::string_view size_field,
                                             uint32_t bins, Exchange& exchange);

/// aggregation_model() of the whole trace, on rank 0. Throws what that throws, on all. Nothing, on
/// all, if a variable cannot be aggregated: then one process says which.
PAJE_EXPORT std::optional<AggregationModel> aggregation_model_together(
    const SharedTrace& share, const AggregationModelOptions& options, Exchange& exchange);

/// Whether one process has to find the graph alone: links connect tasks, as
/// DependencyGraph::links_connect_tasks() says, or values have categories, which are found in all
/// states. The same on all processes.
PAJE_EXPORT bool needs_one_process(const SharedTrace& share, const Classes& classes,
                                   Exchange& exchange);

/// The dependency graph of a run as one process has it. Tracks, values, collectives and counts are
/// those of the whole run. Of the tracks of this process all pieces and messages are there. Other
/// tracks have only the pieces that those depend on and the calls of collectives, with time of the
/// empty value between.
struct SharedGraph {
  DependencyGraph graph;
  std::vector<bool> is_mine;     ///< by track
  std::vector<uint32_t> owners;  ///< by track: the process that has it
};
/// Throws what DependencyGraph() throws, on all processes.
PAJE_EXPORT SharedGraph graph_together(SharedTrace share, const DependencyOptions& options,
                                       Exchange& exchange);

/// What is said of every graph.
struct GraphFacts {
  ReplayCheck check;            ///< without the length
  std::vector<double> seconds;  ///< seconds_by_value()
};
/// On rank 0. Nothing, on all processes, if times do not show that no tracks wait for each other in
/// a circle: then the whole graph has to be replayed.
PAJE_EXPORT std::optional<GraphFacts> graph_facts_together(const SharedGraph& shared,
                                                           Exchange& exchange);

/// measure_usage() of the whole run, on rank 0.
PAJE_EXPORT Usage usage_together(const SharedGraph& shared, uint32_t bins, Exchange& exchange);

struct EfficiencyFigures {
  Efficiencies all;
  std::vector<double> useful;  ///< useful_seconds()
};
/// efficiencies() of the whole run, on rank 0. Processes replay their tracks, and meet as often as
/// they wait for each other.
PAJE_EXPORT EfficiencyFigures efficiencies_together(const SharedGraph& shared, Exchange& exchange);

/// place_waits() of all waits of the run, on rank 0; their pieces mean nothing.
PAJE_EXPORT std::vector<PlacedWait> waits_together(const SharedGraph& shared, Exchange& exchange);

}  // namespace paje
