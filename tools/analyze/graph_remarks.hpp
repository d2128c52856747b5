// What a dependency graph does not know, and what it assumes, in sentences.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje::tools {

/// The share of the tracks' time in values that no rule classifies, and the longest of these.
struct Unclassified {
  double share = 0;
  std::vector<std::string> values;
  bool has_gaps = false;  ///< whether no state covers some time of a track
};
Unclassified find_unclassified(const DependencyGraph& graph);
/// `seconds` are seconds_by_value().
Unclassified find_unclassified(const DependencyGraph& graph, std::span<const double> seconds);

/// Sentences on what the graph assumes and lacks; one for each line.
std::vector<std::string> graph_remarks(const DependencyGraph& graph,
                                       const Unclassified& unclassified);
/// What it lacks alone: links that connect nothing, time that no rule classifies, states left out.
std::vector<std::string> lack_remarks(const DependencyGraph& graph);

}  // namespace paje::tools
