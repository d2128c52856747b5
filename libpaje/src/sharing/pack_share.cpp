#include "sharing/pack_share.hpp"

#include <utility>

#include "sharing/collect_rows.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::Segment;

TypeKind kind_of(archive::RowKind kind) { return static_cast<TypeKind>(kind); }

// Rows that other processes encode, as they will read them: entry by entry, segment by segment.
std::vector<std::string> rows_for_others(ShareReplay& replay, const SlicePlan& plan,
                                         const Exchange& exchange) {
  std::vector<std::string> messages(exchange.ranks());
  const uint32_t me = exchange.rank();
  for (const SlicePlan::Entry& entry : plan.entries) {
    if (entry.rank == me) continue;
    for (const auto& segments : entry.blocks.segments) {
      for (const Segment& segment : segments) {
        for_each_fragment(plan, plan.slices[entry.slice], segment,
                          [&](const Fragment& fragment, uint64_t first, uint64_t rows) {
                            if (fragment.rank != me) return;
                            CollectedRows collected;
                            collect_rows(replay, plan, fragment, first, rows, collected.data,
                                         collected.fields);
                            put_rows(collected, fragment.kind, messages[entry.rank]);
                          });
      }
    }
  }
  return messages;
}

// The rows of one entry, as tracks of their own: one for each segment.
struct EntryRows {
  TraceData data;
  PlannedBlocks blocks;
};

class EntryMaker {
 public:
  EntryMaker(ShareReplay& replay, const SlicePlan& plan, uint32_t me,
             const std::vector<std::string>& others)
      : replay_(replay), plan_(plan), me_(me) {
    for (const std::string& message : others) from_.push_back(read_message(message));
  }

  /// To be called in the order of entries. What others have is added here, the rest by fill().
  EntryRows begin(const SlicePlan::Entry& entry) {
    EntryRows rows;
    rows.blocks.kind = entry.blocks.kind;
    const TypeKind kind = kind_of(entry.blocks.kind);
    for (const auto& segments : entry.blocks.segments) {
      rows.blocks.segments.emplace_back();
      for (const Segment& segment : segments) {
        const auto number = static_cast<uint32_t>(rows.data.tracks.all.size());
        rows.blocks.segments.back().push_back({number, 0, segment.rows});
        const uint64_t first = rows.data.starts_of(kind).size();
        rows.data.tracks.all.push_back({{}, {}, kind, first, first + segment.rows});
        UserFields& fields = rows.data.user_fields.emplace_back();
        for_each_fragment(plan_, plan_.slices[entry.slice], segment,
                          [&](const Fragment& fragment, uint64_t from, uint64_t count) {
                            if (fragment.rank == me_) {
                              collect_rows(replay_, plan_, fragment, from, count, rows.data,
                                           fields);
                            } else {
                              take_rows(from_[fragment.rank], kind, rows.data, fields);
                            }
                          });
      }
    }
    auto& references = rows.data.user_references(kind);
    while (!references.empty() && references.size() < rows.data.starts_of(kind).size()) {
      references.push_back(UserFields::kNone);
    }
    return rows;
  }

 private:
  ShareReplay& replay_;
  const SlicePlan& plan_;
  uint32_t me_;
  std::vector<MessageReader> from_;
};

}  // namespace

PackedShare pack_share(ShareReplay& replay, const SlicePlan& plan, int level, Exchange& exchange) {
  const auto others = exchange.all_to_all(rows_for_others(replay, plan, exchange));
  EntryMaker maker(replay, plan, exchange.rank(), others);
  PackedShare share;
  for (std::size_t i = 0; i < plan.entries.size(); ++i) {
    if (plan.entries[i].rank == exchange.rank()) share.entries.push_back(i);
  }
  share.blocks.resize(share.entries.size());
  // Some at a time: their rows are copied.
  const std::size_t together = std::size_t{4} * replay.parallel().threads();
  for (std::size_t first = 0; first < share.entries.size(); first += together) {
    const std::size_t end = std::min(first + together, share.entries.size());
    std::vector<EntryRows> rows;
    for (std::size_t i = first; i < end; ++i) {
      rows.push_back(maker.begin(plan.entries[share.entries[i]]));
      share.facts.add_rows(rows.back().data, replay.parallel());
    }
    replay.parallel().for_each(end - first, [&](std::size_t i) {
      share.blocks[first + i] = encode_blocks(rows[i].data, rows[i].blocks, level);
    });
  }
  return share;
}

namespace {

uint64_t bytes_of(const std::vector<EncodedBlock>& blocks) {
  uint64_t sum = 0;
  for (const EncodedBlock& block : blocks) sum += block.bytes.size();
  return sum;
}

void put_level(const archive::SegmentLevel& level, std::string& message) {
  put_varint(message, level.cells);
  if (level.cells == 0) return;
  put(message, level.exponent);
  put(message, level.first);
  put(message, level.low);
  put(message, level.high);
  put_varint(message, level.lanes.size());
  for (const archive::Lane& lane : level.lanes) put(message, lane);
  message.append(level.shares.begin(), level.shares.end());
}

archive::SegmentLevel take_level(MessageReader& from) {
  archive::SegmentLevel level;
  level.cells = static_cast<uint32_t>(from.varint());
  if (level.cells == 0) return level;
  level.exponent = from.number<int32_t>();
  level.first = from.number<int64_t>();
  level.low = from.number<double>();
  level.high = from.number<double>();
  level.lanes.resize(from.varint());
  for (archive::Lane& lane : level.lanes) lane = from.number<archive::Lane>();
  const std::string_view shares = from.take(level.lanes.size() * level.cells);
  level.shares.assign(shares.begin(), shares.end());
  return level;
}

void put_blocks(const std::vector<EncodedBlock>& blocks, std::string& message) {
  for (const EncodedBlock& block : blocks) {
    put(message, block.entry.least_start);
    put(message, block.entry.greatest_end);
    put_varint(message, block.entry.pieces.size());
    for (const archive::PieceEntry& piece : block.entry.pieces) put(message, piece);
    put_varint(message, block.levels.size());
    for (const archive::SegmentLevel& level : block.levels) put_level(level, message);
  }
}

SharedBlock take_block(MessageReader& from) {
  SharedBlock shared;
  BlockEntry& block = shared.entry;
  block.least_start = from.number<double>();
  block.greatest_end = from.number<double>();
  block.pieces.resize(from.varint());
  for (archive::PieceEntry& piece : block.pieces) piece = from.number<archive::PieceEntry>();
  shared.levels.resize(from.varint());
  for (archive::SegmentLevel& level : shared.levels) level = take_level(from);
  return shared;
}

// Where each entry begins in the file.
std::vector<uint64_t> places(const PackedShare& share, const SlicePlan& plan, Exchange& exchange) {
  std::string sizes;
  for (const auto& blocks : share.blocks) put_varint(sizes, bytes_of(blocks));
  const auto all = exchange.all_gather(std::move(sizes));
  std::vector<MessageReader> from;
  for (const std::string& message : all) from.push_back(read_message(message));
  std::vector<uint64_t> begins;
  uint64_t byte = archive::kHeaderBytes;
  for (const SlicePlan::Entry& entry : plan.entries) {
    begins.push_back(byte);
    byte += from[entry.rank].varint();
  }
  return begins;
}

}  // namespace

std::vector<std::vector<SharedBlock>> write_share(const PackedShare& share, const SlicePlan& plan,
                                                  Exchange& exchange, const SharedTarget& target) {
  const std::vector<uint64_t> begins = places(share, plan, exchange);
  std::string index;
  for (std::size_t i = 0; i < share.entries.size(); ++i) {
    uint64_t byte = begins[share.entries[i]];
    for (const EncodedBlock& block : share.blocks[i]) {
      target.write(byte, block.bytes);
      byte += block.bytes.size();
    }
    put_blocks(share.blocks[i], index);
  }
  const auto all = exchange.gather(std::move(index));
  std::vector<MessageReader> from;
  for (const std::string& message : all) from.push_back(read_message(message));
  std::vector<std::vector<SharedBlock>> entries;
  if (exchange.rank() != 0) return entries;
  for (const SlicePlan::Entry& entry : plan.entries) {
    entries.emplace_back();
    for (const auto& segments : entry.blocks.segments) {
      SharedBlock& shared = entries.back().emplace_back(take_block(from[entry.rank]));
      BlockEntry& block = shared.entry;
      block.kind = entry.blocks.kind;
      block.segments = segments;
      for (const Segment& segment : segments) block.rows += segment.rows;
    }
  }
  return entries;
}

}  // namespace paje
