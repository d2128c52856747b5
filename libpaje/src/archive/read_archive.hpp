// A trace from an archive.
#pragma once

#include "archive/stored_archive.hpp"
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

}  // namespace paje
