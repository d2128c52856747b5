// The slices and blocks of an archive that processes write together: the same as those of one
// process. The process that has most rows of some blocks encodes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "archive/plan_blocks.hpp"
#include "paje/sharing.hpp"
#include "sharing/share_replay.hpp"

namespace paje {

/// Rows of a slice of one track that a process has one after the other.
struct Fragment {
  uint32_t slice = 0;
  ContainerId container;
  TypeId type;
  TypeKind kind = TypeKind::state;
  uint32_t order = 0;  ///< among those of the same slice and track: a piece
  uint64_t rows = 0;
  uint32_t rank = 0;
  /// Of links: the time of the first, and what the first after the last may not come before.
  double first_time = 0, last_time = 0;
  // Of this process alone:
  uint32_t own = 0;    ///< in tracks() or links() of the replay
  uint64_t first = 0;  ///< row there, or in OwnLinks::order
};

struct SlicePlan {
  struct Slice {
    TrackIndex tracks;
    std::vector<std::size_t> first_fragment;  ///< of each track; one more at the end
  };
  struct Entry {
    uint32_t slice = 0;
    uint32_t rank = 0;     ///< which encodes it
    PlannedBlocks blocks;  ///< segments of the slice's tracks
  };
  std::vector<uint32_t> slice_of_batch;
  std::vector<Fragment> fragments;  ///< in order
  std::vector<Slice> slices;
  std::vector<Entry> entries;  ///< in the order of the file
  bool can_be_shared = true;   ///< else one process has to write the archive
};

/// Whether the links of each track come in the order of their times, those of all processes. By all
/// of them together.
bool links_are_in_order(ShareReplay& replay, Exchange& exchange);

/// By all processes together.
SlicePlan plan_slices(ShareReplay& replay, uint64_t slice_rows, Exchange& exchange);

/// Calls use(fragment, first row in it, rows) for what a segment consists of.
template <class Use>
void for_each_fragment(const SlicePlan& plan, const SlicePlan::Slice& slice,
                       const archive::Segment& segment, Use&& use) {
  uint64_t first = segment.first;
  uint64_t left = segment.rows;
  for (std::size_t i = slice.first_fragment[segment.track]; left != 0; ++i) {
    const Fragment& fragment = plan.fragments[i];
    if (first >= fragment.rows) {
      first -= fragment.rows;
      continue;
    }
    const uint64_t rows = std::min(left, fragment.rows - first);
    use(fragment, first, rows);
    first = 0;
    left -= rows;
  }
}

}  // namespace paje
