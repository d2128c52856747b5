// Writes a trace that several processes read together as Parquet files, also together.
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

/// Files in a folder that processes write together.
struct SharedFiles {
  /// Called once on all processes, before anything is written, with the same relative paths of all
  /// files.
  std::function<void(const std::vector<std::string>& paths)> make;
  /// Called on any process, by one thread: writes bytes at an offset of the file with that index.
  std::function<void(std::size_t file, uint64_t byte, std::string_view bytes)> write;
};

/// Writes the same bytes as write_parquet() of the whole trace. Its errors are thrown on all
/// processes. If a single process has to write the files, returns the reason, on all processes, and
/// nothing is written. In addition to its share, which temporarily needs up to twice the memory, a
/// process holds the encoded objects of one kind, and the list of all tracks and row groups.
PAJE_EXPORT std::optional<std::string> write_parquet_together(SharedTrace share,
                                                              const ParquetOptions& options,
                                                              Exchange& exchange,
                                                              const SharedFiles& files);

}  // namespace paje
