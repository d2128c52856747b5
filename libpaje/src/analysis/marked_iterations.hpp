// Iterations that a program marks itself.
#pragma once

#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/iterations.hpp"

namespace paje {

/// Of every track, `starts`, `ends` and `count` alone. Throws std::invalid_argument if none has the
/// marker.
std::vector<TrackIterations> find_marked_iterations(const DependencyGraph& graph,
                                                    const std::string& marker, ThreadPool& pool);

}  // namespace paje
