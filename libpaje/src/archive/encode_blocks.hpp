// Rows of a trace as blocks of an archive.
#pragma once

#include <vector>

#include "archive/plan_blocks.hpp"
#include "trace/trace_data.hpp"

namespace paje {

struct EncodedBlock {
  archive::BlockEntry entry;  ///< all but its place
  std::string bytes;
};

/// The blocks of one plan, in order.
std::vector<EncodedBlock> encode_blocks(const TraceData& data, PlannedBlocks plan, int level);

}  // namespace paje
