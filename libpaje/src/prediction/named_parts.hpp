// What a scenario names: containers and values of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

// All throw SelectionError with the nearest names if there is no such thing.

/// Whether the container of each track is like one of the patterns; all are if there are none.
std::vector<bool> tracks_like(const DependencyGraph& graph,
                              const std::vector<std::string>& patterns);
/// Places among the values. Throws, too, if all that are like it are only inside calls.
std::vector<std::size_t> values_like(const DependencyGraph& graph, const std::string& pattern);
/// The tracks of the container of that name or path, and of those below it.
std::vector<uint32_t> tracks_below(const DependencyGraph& graph, const std::string& container);

}  // namespace paje
