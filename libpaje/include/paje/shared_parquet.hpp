// A trace that several processes read together, as files of Apache Parquet that they write
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/parquet.hpp"
#include "paje/sharing.hpp"

namespace paje {

/// The files of a folder that processes write together.
struct SharedFiles {
  /// Called once, by all processes, before anything is written: the relative paths of all files,
  /// the same on all.
  std::function<void(const std::vector<std::string>& paths)> make;
  /// Called on any process, by one thread: bytes of the file of that number among these.
  std::function<void(std::size_t file, uint64_t byte, std::string_view bytes)> write;
};

/// Writes what write_parquet() writes of the whole trace, the same bytes. Throws what that throws,
/// on all processes. Returns why one process has to do it alone, if so, on all; then nothing was
/// written. Besides its share, which takes up to twice the memory meanwhile, a process holds what
/// it encoded of one kind of objects, and the list of all tracks and row groups.
PAJE_EXPORT std::optional<std::string> write_parquet_together(SharedTrace share,
                                                              const ParquetOptions& options,
                                                              Exchange& exchange,
                                                              const SharedFiles& files);

}  // namespace paje
