// The columns of a finished trace, from the rows of its histories.
#pragma once

#include <memory>
#include <vector>

#include "base/thread_pool.hpp"
#include "replay/history.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// Moves the rows of all histories, which are closed and in the order of `data.tracks`, to columns
/// of `data`. The rows of each track are numbered from 0 on before, among all of its kind
/// afterwards.
void move_objects(std::vector<std::unique_ptr<History>> histories, TraceData& data,
                  ThreadPool& parallel);

}  // namespace paje
