// Iterations marked by the program itself.
#pragma once

#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/iterations.hpp"

namespace paje {

/// Sets only `starts`, `ends` and `count` of each track. Throws std::invalid_argument if no track
/// has the marker.
std::vector<TrackIterations> find_marked_iterations(const DependencyGraph& graph,
                                                    const std::string& marker, ThreadPool& pool);

}  // namespace paje
