// What a dependency graph does not know, and what it assumes, in sentences.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"

namespace paje::tools {

/// The share of the tracks' time in values that no rule classifies, and the longest of these.
struct Unclassified {
  double share = 0;
  std::vector<std::string> values;
  double without_state = 0;  ///< the share of time that no state covers
};
Unclassified find_unclassified(const DependencyGraph& graph);
/// `seconds` are seconds_by_value().
Unclassified find_unclassified(const DependencyGraph& graph, std::span<const double> seconds);

/// A sentence on messages and calls that end too early, by `violation` in all; empty without any.
std::string clock_remark(const ReplayCheck& check, std::string_view violation);
/// Sentences on what the graph assumes and lacks; one for each line.
std::vector<std::string> graph_remarks(const DependencyGraph& graph,
                                       const Unclassified& unclassified);
/// What is wrong or missing alone: clocks that differ, links that connect nothing, time that no
/// rule classifies, states left out.
std::vector<std::string> lack_remarks(const DependencyGraph& graph);

}  // namespace paje::tools
