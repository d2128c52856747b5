// The alignment of two tracks, level by level.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "comparison/track_tree.hpp"
#include "paje/comparison.hpp"

namespace paje {

struct TrackAlignment {
  std::vector<StateColumn> columns;
  uint64_t matches = 0, mismatches = 0;
  uint64_t gaps_a = 0, gaps_b = 0;  ///< with the states below
  uint64_t free_gaps = 0;           ///< of these, how many ends_free lets score nothing
  /// Of the mismatches, and of the gaps of each run, how many are states that changed places.
  uint64_t swapped_mismatches = 0, swapped_gaps = 0;
  std::vector<StateSwap> swaps;  ///< in order of their first columns
};

/// Aligns the outermost states, then those below each pair of equal ones, and those below unequal
/// ones as options.descent says, and so on.
TrackAlignment align_tracks(const TrackTree& a, const TrackTree& b,
                            const ComparisonOptions& options, ThreadPool& parallel);

}  // namespace paje
