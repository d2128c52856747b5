#include "formats/archive/index.hpp"

#include <algorithm>
#include <utility>

#include "formats/archive/decimals.hpp"

namespace paje::archive {

namespace {

// A column of one number of each thing, as differences to the one before.
template <class Things, class Get>
void put_column(const Things& things, Get&& get, std::string& out) {
  std::vector<uint64_t> numbers;
  numbers.reserve(things.size());
  for (const auto& thing : things) numbers.push_back(get(thing));
  write_differences(numbers, out);
}

// No two things are the same, so all but one take a byte at least before they are packed.
std::size_t count_things(ByteReader& from, const char* of_what) {
  return from.count_up_to(from.left() + 1, of_what);
}

uint32_t narrow(const ByteReader& from, uint64_t number, uint64_t below, const char* what) {
  if (number >= below) {
    from.fail(std::string(what) + " " + std::to_string(number),
              "one below " + std::to_string(below));
  }
  return static_cast<uint32_t>(number);
}

constexpr uint64_t kIds = uint64_t{1} << 32U;
// Those of events are the fewest. A piece has its codec, and numbers have their form.
constexpr std::size_t kLeastPieces = 3;
constexpr uint64_t kLeastPieceBytes = 2;

struct PieceList {
  std::vector<PieceEntry> all;
  explicit PieceList(const std::vector<BlockEntry>& blocks) {
    for (const BlockEntry& block : blocks) {
      all.insert(all.end(), block.pieces.begin(), block.pieces.end());
    }
  }
};

std::vector<Segment> all_segments(const std::vector<BlockEntry>& blocks) {
  std::vector<Segment> all;
  for (const BlockEntry& block : blocks) {
    all.insert(all.end(), block.segments.begin(), block.segments.end());
  }
  return all;
}

}  // namespace

void write_tracks(const std::vector<TrackEntry>& tracks, std::string& out) {
  put_varint(out, tracks.size());
  put_column(
      tracks, [](const TrackEntry& track) { return track.container; }, out);
  put_column(
      tracks, [](const TrackEntry& track) { return track.type; }, out);
  put_column(
      tracks, [](const TrackEntry& track) { return uint64_t(track.kind); }, out);
  put_column(
      tracks, [](const TrackEntry& track) { return track.rows; }, out);
}

void write_blocks(const std::vector<BlockEntry>& blocks, std::string& out) {
  put_varint(out, blocks.size());
  put_column(
      blocks, [](const BlockEntry& block) { return uint64_t(block.kind); }, out);
  put_column(
      blocks, [](const BlockEntry& block) { return block.rows; }, out);
  put_column(
      blocks, [](const BlockEntry& block) { return block.segments.size(); }, out);
  put_column(
      blocks, [](const BlockEntry& block) { return block.pieces.size(); }, out);
  put_column(
      blocks, [](const BlockEntry& block) { return ordered_bits(block.least_start); }, out);
  put_column(
      blocks, [](const BlockEntry& block) { return ordered_bits(block.greatest_end); }, out);
  const PieceList pieces(blocks);
  // Pieces of the same column are about as long as each other: a column for each.
  for (std::size_t i = 0; i < kMostPieces; ++i) {
    std::vector<uint64_t> bytes;
    for (const BlockEntry& block : blocks) {
      if (i < block.pieces.size()) bytes.push_back(block.pieces[i].bytes);
    }
    write_integers(bytes, Coder::planes, out);
  }
  for (const PieceEntry& piece : pieces.all) put(out, piece.crc);
}

void write_segments(const std::vector<BlockEntry>& blocks, std::string& out) {
  const std::vector<Segment> segments = all_segments(blocks);
  put_column(
      segments, [](const Segment& segment) { return segment.track; }, out);
  put_column(
      segments, [](const Segment& segment) { return segment.first; }, out);
  put_column(
      segments, [](const Segment& segment) { return segment.rows; }, out);
}

void write_late_ends(const std::vector<LateEnd>& late, const UserRows& user, PieceWriter& out) {
  put_varint(out.raw(), late.size());
  put_column(
      late, [](const LateEnd& end) { return end.block; }, out.raw());
  put_column(
      late, [](const LateEnd& end) { return end.row; }, out.raw());
  put_column(
      late, [](const LateEnd& end) { return ordered_bits(end.end); }, out.raw());
  if (!user.definitions.empty()) write_user_fields(user, out);
}

std::vector<TrackEntry> read_tracks(ByteReader from) {
  std::vector<TrackEntry> tracks;
  const std::size_t count = count_things(from, "tracks");
  const std::vector<uint64_t> container = read_differences(from, count);
  const std::vector<uint64_t> type = read_differences(from, count);
  const std::vector<uint64_t> kind = read_differences(from, count);
  const std::vector<uint64_t> rows = read_differences(from, count);
  from.end();
  tracks.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    tracks[i] = {narrow(from, container[i], kIds, "container"), narrow(from, type[i], kIds, "type"),
                 RowKind(narrow(from, kind[i], kRowKinds, "kind of rows")), rows[i]};
    if (tracks[i].kind == RowKind::container) from.fail("a track of containers", "one of objects");
  }
  return tracks;
}

std::vector<BlockEntry> read_blocks(ByteReader from, uint64_t first_byte, uint64_t end_byte) {
  // Checksums are not in columns.
  const std::size_t count =
      from.count_up_to(from.left() / (kLeastPieces * sizeof(uint32_t)), "blocks");
  std::vector<BlockEntry> blocks;
  const std::vector<uint64_t> kind = read_differences(from, count);
  const std::vector<uint64_t> rows = read_differences(from, count);
  const std::vector<uint64_t> segments = read_differences(from, count);
  const std::vector<uint64_t> pieces = read_differences(from, count);
  const std::vector<uint64_t> start = read_differences(from, count);
  const std::vector<uint64_t> end = read_differences(from, count);
  blocks.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    BlockEntry& block = blocks[i];
    block.kind = RowKind(narrow(from, kind[i], kRowKinds, "kind of rows"));
    block.rows = narrow(from, rows[i], kBlockRows + 1, "a block of rows:");
    block.stored_segments = narrow(from, segments[i], uint64_t{block.rows} + 1, "segments:");
    block.pieces.resize(narrow(from, pieces[i], kMostPieces + 1, "pieces:"));
    if (block.kind == RowKind::container || block.rows == 0 || block.pieces.size() < kLeastPieces) {
      from.fail("a block of nothing", "one of objects, of a row and three pieces at least");
    }
    block.least_start = from_ordered_bits(start[i]);
    block.greatest_end = from_ordered_bits(end[i]);
  }
  for (std::size_t piece = 0; piece < kMostPieces; ++piece) {
    std::vector<BlockEntry*> with_piece;
    for (BlockEntry& block : blocks) {
      if (piece < block.pieces.size()) with_piece.push_back(&block);
    }
    std::vector<uint64_t> bytes(with_piece.size());
    read_integers(from, bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      with_piece[i]->pieces[piece].bytes = narrow(from, bytes[i], kIds, "bytes of a piece:");
      if (bytes[i] < kLeastPieceBytes) from.fail("an empty piece", "one with numbers");
    }
  }
  uint64_t byte = first_byte;
  for (BlockEntry& block : blocks) {
    for (PieceEntry& piece : block.pieces) piece.crc = from.number<uint32_t>();
    block.byte = byte;
    byte += block.bytes();
  }
  from.end();
  if (byte != end_byte) {
    from.fail("blocks up to byte " + std::to_string(byte), "byte " + std::to_string(end_byte));
  }
  return blocks;
}

void read_segments(ByteReader from, const std::vector<TrackEntry>& tracks,
                   std::vector<BlockEntry>& blocks) {
  std::size_t count = 0;
  for (const BlockEntry& block : blocks) count += block.stored_segments;
  if (count > from.left() + 1) from.fail(std::to_string(count) + " segments", "fewer");
  const std::vector<uint64_t> track = read_differences(from, count);
  const std::vector<uint64_t> first = read_differences(from, count);
  const std::vector<uint64_t> rows = read_differences(from, count);
  from.end();
  std::vector<uint64_t> next(tracks.size());
  std::size_t i = 0;
  for (BlockEntry& block : blocks) {
    uint64_t in_block = 0;
    block.segments.resize(block.stored_segments);
    for (Segment& segment : block.segments) {
      segment = {narrow(from, track[i], tracks.size(), "track"), first[i],
                 narrow(from, rows[i], uint64_t{block.rows} + 1, "rows of a segment:")};
      ++i;
      in_block += segment.rows;
      if (segment.rows == 0) from.fail("a segment without rows", "one with a row at least");
      if (tracks[segment.track].kind != block.kind || segment.first != next[segment.track]) {
        from.fail("a segment of other rows", "the next rows of a track of the block's kind");
      }
      next[segment.track] += segment.rows;
    }
    if (in_block != block.rows) {
      from.fail(std::to_string(in_block) + " rows in segments", std::to_string(block.rows));
    }
  }
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    if (next[t] != tracks[t].rows) {
      from.fail(std::to_string(next[t]) + " rows of a track", std::to_string(tracks[t].rows));
    }
  }
}

void read_late_ends(ByteReader from, uint64_t definitions, Index& index) {
  const std::size_t count = count_things(from, "late ends");
  const std::vector<uint64_t> block = read_differences(from, count);
  const std::vector<uint64_t> row = read_differences(from, count);
  const std::vector<uint64_t> end = read_differences(from, count);
  for (std::size_t i = 0; i < count; ++i) {
    BlockEntry& of = index.blocks[narrow(from, block[i], index.blocks.size(), "block")];
    const LateEnd late{static_cast<uint32_t>(block[i]), narrow(from, row[i], of.rows, "row"),
                       from_ordered_bits(end[i])};
    const bool is_later = i == 0 || std::pair(index.late.back().block, index.late.back().row) <
                                        std::pair(late.block, late.row);
    if (of.kind != RowKind::state || !is_later) {
      from.fail("a late end of another row", "one of a state, after the row before");
    }
    if (of.late == 0) of.first_late = static_cast<uint32_t>(i);
    ++of.late;
    index.late.push_back(late);
  }
  if (from.left() != 0) index.late_user = read_user_fields(from, count, definitions);
}

}  // namespace paje::archive
