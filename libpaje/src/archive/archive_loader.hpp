// Reads the columns of an archive when they are first asked for.
#pragma once

#include <memory>

#include "archive/stored_archive.hpp"
#include "paje/read.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// Makes the tracks of a trace that has its names, and a loader of all their rows.
/// `data` must outlive the loader.
std::unique_ptr<ColumnLoader> load_on_demand(const StoredArchive& stored, archive::Index index,
                                             const ReadOptions& options, TraceData& data);

}  // namespace paje
