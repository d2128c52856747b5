// Finds the period of each track of a graph.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "paje/iterations.hpp"

namespace paje {

/// Sets all members for each track, except `starts` and `ends`.
std::vector<TrackIterations> find_periods(const DependencyGraph& graph,
                                          const IterationOptions& options, ThreadPool& pool);

}  // namespace paje
