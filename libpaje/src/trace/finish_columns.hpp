// The last steps of making a trace.
#pragma once

#include "base/thread_pool.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// Numbers the rows of each track, from 0 on before, among all of its kind.
void number_rows(TrackIndex& tracks);

/// Finds what TraceData says of blocks of rows, from the columns.
void find_block_ends(TraceData& data, ThreadPool& parallel);

}  // namespace paje
