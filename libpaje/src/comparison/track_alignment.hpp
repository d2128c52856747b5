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
  uint64_t gaps_a = 0, gaps_b = 0;  ///< including the states below
  uint64_t free_gaps = 0;           ///< those of them that ends_free makes free
  /// The numbers of mismatches, and of gaps in each run, that are swapped states.
  uint64_t swapped_mismatches = 0, swapped_gaps = 0;
  std::vector<StateSwap> swaps;  ///< in order of their first columns
};

/// Aligns the outermost states, then those below each pair of equal states, and those below unequal
/// states according to options.descent, and so on.
TrackAlignment align_tracks(const TrackTree& a, const TrackTree& b,
                            const ComparisonOptions& options, ThreadPool& parallel);

}  // namespace paje
