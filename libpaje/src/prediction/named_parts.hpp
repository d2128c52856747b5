// Finds the containers and values of a run that a scenario names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

// All throw SelectionError, with similar names, if nothing matches.

/// By track: whether its container matches a pattern; all do if there are no patterns.
std::vector<bool> tracks_like(const DependencyGraph& graph,
                              const std::vector<std::string>& patterns);
/// Indices of values. Also throws if all matching values occur only inside calls.
std::vector<std::size_t> values_like(const DependencyGraph& graph, const std::string& pattern);
/// The tracks of the container with this name or path, and of its descendants.
std::vector<uint32_t> tracks_below(const DependencyGraph& graph, const std::string& container);

}  // namespace paje
