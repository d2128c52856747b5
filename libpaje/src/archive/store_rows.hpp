// Where the rows of an archive go in a trace, and how they get there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "archive/decode_block.hpp"
#include "formats/archive/index.hpp"
#include "trace/trace_data.hpp"

namespace paje {

struct RowPlaces {
  std::vector<uint32_t> track_of;  ///< the number in the trace of each track of the archive
  /// Of each block that is read: where the wanted rows of each of its segments go.
  std::vector<std::vector<uint64_t>> of_block;
};

/// A block, and which of its rows are wanted.
struct ChosenBlock {
  uint32_t block = 0;
  std::vector<uint8_t> rows;       ///< whether each is; empty: all that there are
  std::vector<uint32_t> segments;  ///< how many of each segment
};

/// Forgets the rows of a block that are not wanted, so that nothing is kept of them.
void keep_chosen_rows(ChosenBlock& chosen, DecodedBlock& decoded);

/// All rows of a block.
inline void choose_all(const archive::BlockEntry& block, ChosenBlock& chosen) {
  for (const archive::Segment& segment : block.segments) chosen.segments.push_back(segment.rows);
}

/// Makes the tracks of a trace, of those that have wanted rows, and room for these rows. The rows
/// of links have no keys.
RowPlaces place_rows(const archive::Index& index, std::span<const ChosenBlock> blocks,
                     TraceData& data);

/// Stores the rows of a block, without keys and user-defined fields.
void store_rows(const archive::BlockEntry& block, const ChosenBlock& chosen,
                std::span<const uint64_t> places, const DecodedBlock& decoded, TraceData& data);

/// Stores how long keys are: of each link, in the element of StoredLinks::key_begin after its own.
void store_key_lengths(const archive::BlockEntry& block, const ChosenBlock& chosen,
                       std::span<const uint64_t> places, const archive::TextList& keys,
                       StoredLinks& links);
/// Makes room for keys once all lengths are there.
void make_room_for_keys(StoredLinks& links);
void store_keys(const archive::BlockEntry& block, const ChosenBlock& chosen,
                std::span<const uint64_t> places, const archive::TextList& keys,
                StoredLinks& links);

/// To be called for one block at a time, in order.
void store_user_fields(const archive::BlockEntry& block, const ChosenBlock& chosen,
                       std::span<const uint64_t> places, const RowPlaces& all,
                       const archive::UserRows& rows, TraceData& data);

}  // namespace paje
