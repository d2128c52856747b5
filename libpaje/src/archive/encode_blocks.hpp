// Rows of a trace as blocks of an archive.
#pragma once

#include <vector>

#include "archive/plan_blocks.hpp"
#include "formats/archive/levels.hpp"
#include "trace/trace_data.hpp"

namespace paje {

struct EncodedBlock {
  archive::BlockEntry entry;  ///< all but its place
  std::string bytes;
  std::vector<archive::SegmentLevel> levels;  ///< of each segment; none if none has cells
};

/// The blocks of one plan, in order.
std::vector<EncodedBlock> encode_blocks(const TraceData& data, const PlannedBlocks& plan,
                                        int level);

}  // namespace paje
