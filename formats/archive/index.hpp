// What is in an archive and where: its tracks, its blocks, and what rows of
// tracks each block has.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/archive/block.hpp"
#include "formats/archive/user_block.hpp"

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
  /// Which of Index::late are of this block.
  uint32_t first_late = 0, late = 0;

  [[nodiscard]] uint64_t bytes() const {
    uint64_t sum = 0;
    for (const PieceEntry& piece : pieces) sum += piece.bytes;
    return sum;
  }
};

/// A state that had not ended when its block was written: the end that it has in truth.
struct LateEnd {
  uint32_t block = 0;
  uint32_t row = 0;  ///< in the block
  double end = 0;
};

struct Index {
  std::vector<TrackEntry> tracks;
  std::vector<BlockEntry> blocks;
  std::vector<LateEnd> late;  ///< by block, then row
  StoredUserRows late_user;   ///< their user-defined fields; their blocks have none of them
};

/// The sections of an index, not packed.
void write_tracks(const std::vector<TrackEntry>& tracks, std::string& out);
void write_blocks(const std::vector<BlockEntry>& blocks, std::string& out);
void write_segments(const std::vector<BlockEntry>& blocks, std::string& out);
/// `user`: of each late end; empty if none has any.
void write_late_ends(const std::vector<LateEnd>& late, const UserRows& user, PieceWriter& out);

std::vector<TrackEntry> read_tracks(ByteReader from);
/// Blocks without their segments. They follow each other from `first_byte` to `end_byte`.
std::vector<BlockEntry> read_blocks(ByteReader from, uint64_t first_byte, uint64_t end_byte);
/// Adds them to the blocks. Throws Damage unless the rows of each track are there once.
void read_segments(ByteReader from, const std::vector<TrackEntry>& tracks,
                   std::vector<BlockEntry>& blocks);
/// Adds late ends to an index that has its blocks. `definitions`: how many the trace has.
void read_late_ends(ByteReader from, uint64_t definitions, Index& index);

}  // namespace paje::archive
