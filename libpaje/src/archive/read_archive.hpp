// A trace from an archive.
#pragma once

#include "archive/stored_archive.hpp"
#include "paje/overview.hpp"
#include "paje/read.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The objects that options.selection selects; of the other options those count that an archive
/// leaves open. Throws TraceError, SelectionError, ReadStopped.
Trace read_archive(const StoredArchive& stored, const ReadOptions& options);

/// Types, containers and values alone.
Trace read_archive_tree(const StoredArchive& stored, const ReadOptions& options);

/// Decodes all, and gives the trace without its objects.
Trace check_archive(const StoredArchive& stored, const ReadOptions& options);

/// What levels of detail say. Of stretches without, levels are made as long as their blocks have
/// `most_rows` together.
TraceOverview read_archive_overview(const StoredArchive& stored, const ReadOptions& options,
                                    uint64_t most_rows);
/// Of an index, with the levels of its blocks.
TraceOverview make_overview(Trace tree, const archive::Index& index, archive::Levels levels);

}  // namespace paje
