// What a history replays at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/memory_pages.hpp"
#include "pipeline/trace_files.hpp"
#include "records/chunk_records.hpp"
#include "replay/hierarchy.hpp"

namespace paje {

/// Records of one chunk that belong to one history.
struct Run {
  const ChunkRecords& chunk;
  const ChunkNames& names;
  std::span<const Record> records;
  const TraceFile* file = nullptr;
  uint64_t first_line = 1;  ///< of the chunk in its file
};

/// Fetches what a run begins with, while another one is worked on: most runs are some records that
/// left the cache when the rest of the batch was decoded.
inline void fetch(const Run& run) {
  constexpr std::size_t kMostLines = 4;
  const auto* const begin = reinterpret_cast<const char*>(run.records.data());
  const std::size_t bytes = std::min(run.records.size_bytes(), kMostLines * kCacheLine);
  for (std::size_t at = 0; at < bytes; at += kCacheLine) fetch_memory(begin + at);
}

}  // namespace paje
