// The Pajé archive: a finished trace in one small file, in columns, that is read without a replay.
// Every entry point that reads traces reads archives, too; what is here is for archives only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

struct ArchiveOptions {
  int level = 3;         ///< of Zstandard; higher ones take longer and save some per cent
  unsigned threads = 0;  ///< as ReadOptions::threads; what is written does not depend on it
};

/// What an archive consists of.
struct ArchiveSizes {
  struct Column {
    TypeKind kind = TypeKind::container;  ///< of its objects
    std::string name;
    uint64_t bytes = 0;
  };
  uint64_t bytes = 0;   ///< of the file
  uint64_t index = 0;   ///< of these, names, tracks and where everything is
  uint64_t blocks = 0;  ///< how many
  std::vector<Column> columns;
};

/// Writes a trace as an archive, in pieces, in order. The trace should have kept its user-defined
/// fields, else the archive has none.
PAJE_EXPORT ArchiveSizes write_archive(const Trace& trace, const ArchiveOptions& options,
                                       const std::function<void(std::string_view)>& sink);

/// Whether bytes begin as an archive does; eight are enough.
[[nodiscard]] PAJE_EXPORT bool is_archive(std::string_view first_bytes);

}  // namespace paje
