// Groups pieces of the input into runs of some megabytes.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "input/chunk.hpp"
#include "pipeline/sorting/in_place.hpp"
#include "pipeline/sorting/kept_lines.hpp"
#include "pipeline/sorting/runs.hpp"
#include "pipeline/sorting/sort_entry.hpp"
#include "pipeline/sorting/sorted_definitions.hpp"

namespace paje {

/// A piece that waits, with what ChunkKeys found in it.
struct SortPiece {
  uint32_t number = 0;
  uint32_t lines = 0;
  Chunk chunk;
  std::vector<SortEntry> timed;
  std::vector<SortEntry> first;
  KeptLines kept;
  PodVector<char> records;
  /// Lines that begin with another id now: where they stood in the piece, and are in `records`.
  std::vector<std::pair<uint32_t, uint32_t>> rewritten;

  [[nodiscard]] std::size_t bytes() const {
    return chunk.text.size() + records.size() + timed.size() * sizeof(SortEntry);
  }
};

struct GroupRuns {
  SortedRun first;
  SortedRun timed;
  std::vector<InPlaceRun> in_place;
};

/// Releases the chunks of the pieces, whose numbers follow each other. Lines that stay where they
/// are go to `in_place`, by the numbers of pieces, with their codes if there is memory for these.
GroupRuns make_group_runs(std::span<SortPiece> pieces, const SortedDefinitions& definitions,
                          const SortOrder& order, std::vector<InPlacePiece>& in_place,
                          bool with_codes);

}  // namespace paje
