// What is in an archive and where: its tracks, its blocks, and what rows of
// tracks each block has.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/archive/block.hpp"

namespace paje::archive {

/// The kinds of rows, in the order of paje::TypeKind.
enum class RowKind : uint8_t { container, state, variable, event, link };
inline constexpr std::size_t kRowKinds = 5;

/// Rows of one (container, type).
struct TrackEntry {
  uint32_t container = 0;
  uint32_t type = 0;
  RowKind kind = RowKind::state;
  uint64_t rows = 0;
};

/// Rows of a track in a block.
struct Segment {
  uint32_t track = 0;
  uint64_t first = 0;  ///< in the track
  uint32_t rows = 0;
};

struct BlockEntry {
  RowKind kind = RowKind::state;
  uint32_t rows = 0;
  uint64_t byte = 0;  ///< where in the file
  double least_start = 0, greatest_end = 0;
  std::vector<PieceEntry> pieces;
  std::vector<Segment> segments;
  uint32_t stored_segments = 0;  ///< how many read_segments() is to add

  [[nodiscard]] uint64_t bytes() const {
    uint64_t sum = 0;
    for (const PieceEntry& piece : pieces) sum += piece.bytes;
    return sum;
  }
};

struct Index {
  std::vector<TrackEntry> tracks;
  std::vector<BlockEntry> blocks;
};

/// The sections of an index, not packed.
void write_tracks(const std::vector<TrackEntry>& tracks, std::string& out);
void write_blocks(const std::vector<BlockEntry>& blocks, std::string& out);
void write_segments(const std::vector<BlockEntry>& blocks, std::string& out);

std::vector<TrackEntry> read_tracks(ByteReader from);
/// Blocks without their segments. They follow each other from `first_byte` to `end_byte`.
std::vector<BlockEntry> read_blocks(ByteReader from, uint64_t first_byte, uint64_t end_byte);
/// Adds them to the blocks. Throws Damage unless the rows of each track are there once.
void read_segments(ByteReader from, const std::vector<TrackEntry>& tracks,
                   std::vector<BlockEntry>& blocks);

}  // namespace paje::archive
