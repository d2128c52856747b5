// The run as predicted, as a file: the same containers, types, values and objects at other times.
#pragma once

#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/writer.hpp"

namespace paje::tools {

/// `starts` are those of a Prediction. What happened inside a piece moves with it in proportion. Of
/// user-defined fields only the sizes of links are kept.
void write_predicted(const DependencyGraph& graph, const std::vector<double>& starts,
                     TraceWriter& writer);

}  // namespace paje::tools
