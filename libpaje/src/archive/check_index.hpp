// Compares what the index of an archive says of rows with the rows, since questions are answered
// from the index alone.
#pragma once

#include <functional>

#include "archive/store_rows.hpp"
#include "archive/stored_archive.hpp"
#include "base/thread_pool.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// Reports each difference: the span of time of a block, the sums of a track's states,
/// levels of detail, what user-defined fields hold. All rows of the archive are in `data`, with
/// their fields.
void check_index(const StoredArchive& stored, const archive::Index& index, const RowPlaces& places,
                 const TraceData& data, ThreadPool& parallel,
                 const std::function<void(const archive::Damage&)>& report);

}  // namespace paje
