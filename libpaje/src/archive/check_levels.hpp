// Compares the levels of detail of an archive with its rows.
#pragma once

#include <vector>

#include "archive/store_rows.hpp"
#include "base/thread_pool.hpp"
#include "formats/archive/levels.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// The segments whose level is not that of their rows, as numbers of blocks, ascending. Cells may
/// be off by one, as processors may round the sums differently. All rows are in `data`.
[[nodiscard]] std::vector<uint32_t> wrong_levels(const archive::Levels& levels,
                                                 const archive::Index& index,
                                                 const RowPlaces& places, const TraceData& data,
                                                 ThreadPool& parallel);

}  // namespace paje
