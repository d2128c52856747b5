// The periods of the tracks of a graph.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "paje/iterations.hpp"

namespace paje {

/// Of every track all but `starts` and `ends`.
std::vector<TrackIterations> find_periods(const DependencyGraph& graph,
                                          const IterationOptions& options, ThreadPool& pool);

}  // namespace paje
