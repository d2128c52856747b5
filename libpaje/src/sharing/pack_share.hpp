// A process's share of the blocks of an archive.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive/encode_blocks.hpp"
#include "archive/user_facts.hpp"
#include "formats/archive/file.hpp"
#include "paje/sharing.hpp"
#include "sharing/slice_plan.hpp"

namespace paje {

/// The blocks that this process encodes. All processes at the same time: rows that a process lacks
/// come from others.
struct PackedShare {
  std::vector<std::size_t> entries;               ///< of the plan, ascending
  std::vector<std::vector<EncodedBlock>> blocks;  ///< of each of these
  UserFactMaker facts;                            ///< of the rows of all of them
};
PackedShare pack_share(ShareReplay& replay, const SlicePlan& plan, int level, Exchange& exchange);

/// A block that is in the file: what the index says of it.
struct SharedBlock {
  archive::BlockEntry entry;
  std::vector<archive::SegmentLevel> levels;
};
/// Writes them where they belong; returns their index on rank 0: of each entry of the plan its
/// blocks.
std::vector<std::vector<SharedBlock>> write_share(const PackedShare& share, const SlicePlan& plan,
                                                  Exchange& exchange, const SharedTarget& target);

}  // namespace paje
