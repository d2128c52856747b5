// How the rows of all tracks are distributed over the blocks of an archive.
#pragma once

#include <vector>

#include "formats/archive/index.hpp"
#include "trace/track_index.hpp"

namespace paje {

/// Blocks that follow each other in the file and are written like the first of them.
struct PlannedBlocks {
  archive::RowKind kind = archive::RowKind::state;
  std::vector<std::vector<archive::Segment>> segments;  ///< of each block
};

/// A track fills blocks of its own; what is left shares blocks with other tracks, in their order.
/// Blocks of the same track are planned together.
std::vector<PlannedBlocks> plan_blocks(const TrackIndex& tracks);

}  // namespace paje
