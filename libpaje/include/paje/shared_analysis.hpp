// Analyses of a trace that several processes read together. Each process analyses its share, and
// rank 0 gets the result that a single process would compute. All processes must call the same
// functions.
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

/// measure_messages() of the whole trace, on rank 0. Errors are thrown on all processes.
PAJE_EXPORT MessageFigures messages_together(SharedTrace& share, std::string_view size_field,
                                             uint32_t bins, Exchange& exchange);

/// aggregation_model() of the whole trace, on rank 0. Errors are thrown on all processes. Nothing,
/// on all, if a variable cannot be aggregated: then a single process has to report which one.
PAJE_EXPORT std::optional<AggregationModel> aggregation_model_together(
    const SharedTrace& share, const AggregationModelOptions& options, Exchange& exchange);

/// Whether a single process has to build the graph: if links connect tasks, see
/// DependencyGraph::links_connect_tasks(), or if values have categories, which depend on all
/// states. The same on all processes.
PAJE_EXPORT bool needs_one_process(const SharedTrace& share, const Classes& classes,
                                   Exchange& exchange);

/// The dependency graph of a run on one process. Tracks, values, collectives and counts are those
/// of the whole run. Tracks of this process have all their pieces and messages. Other tracks have
/// only collective calls and the pieces on which those depend, with time of the empty value between
/// them.
struct SharedGraph {
  DependencyGraph graph;
  std::vector<bool> is_mine;     ///< by track
  std::vector<uint32_t> owners;  ///< by track: the process that owns it
};
/// Errors of DependencyGraph() are thrown on all processes.
PAJE_EXPORT SharedGraph graph_together(SharedTrace share, const DependencyOptions& options,
                                       Exchange& exchange);

/// Facts reported for every graph.
struct GraphFacts {
  ReplayCheck check;            ///< without the length
  std::vector<double> seconds;  ///< seconds_by_value()
};
/// On rank 0. Nothing, on all processes, if times cannot rule out that tracks wait for each other
/// in a cycle: then a single process has to replay the whole graph.
PAJE_EXPORT std::optional<GraphFacts> graph_facts_together(const SharedGraph& shared,
                                                           Exchange& exchange);

/// measure_usage() of the whole run, on rank 0.
PAJE_EXPORT Usage usage_together(const SharedGraph& shared, uint32_t bins, Exchange& exchange);

struct EfficiencyFigures {
  Efficiencies all;
  std::vector<double> useful;  ///< useful_seconds()
};
/// efficiencies() of the whole run, on rank 0. Processes replay their own tracks, and communicate
/// whenever these wait for each other.
PAJE_EXPORT EfficiencyFigures efficiencies_together(const SharedGraph& shared, Exchange& exchange);

/// place_waits() of all waits of the run, on rank 0. Their piece numbers are meaningless there.
PAJE_EXPORT std::vector<PlacedWait> waits_together(const SharedGraph& shared, Exchange& exchange);
/// The same of find_root_waits().
PAJE_EXPORT std::vector<PlacedWait> root_waits_together(const SharedGraph& shared,
                                                        Exchange& exchange);

}  // namespace paje
