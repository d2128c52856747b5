// Which file has the objects of a track.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "exchange/parquet/tables.hpp"
#include "paje/parquet.hpp"
#include "paje/trace.hpp"

namespace paje::parquet {

inline constexpr const char* kTypesFile = "types.parquet";
inline constexpr const char* kContainersFile = "containers.parquet";
/// Kinds of objects, in the order in which their files are written.
inline constexpr TypeKind kObjectKinds[] = {TypeKind::state, TypeKind::variable, TypeKind::event,
                                            TypeKind::link};

/// The files of a kind, each with its tracks in order: those of the trace, or others of its
/// containers and types.
std::map<std::string, std::vector<Track>> files_of(const Trace& trace, const Tables& tables,
                                                   ParquetPartition partition, TypeKind kind,
                                                   std::span<const Track> tracks);

/// The rows of a table that has one for each container, or for each type.
Rows rows_of_each(const Trace& trace, const Table& table, uint64_t first, uint64_t last);

}  // namespace paje::parquet
