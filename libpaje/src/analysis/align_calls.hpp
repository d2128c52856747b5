// Which calls of several tracks belong together where only a part of the run is there: the first
// and the last operations lack some of their calls, so the n-th calls need not be of one operation.
#pragma once

#include <cstddef>
#include <vector>

namespace paje {

struct CallTime {
  double start = 0;
  double end = 0;
};

/// Tracks whose calls belong together. From these places on, one for each track, the next `count`
/// calls do so in their order.
struct AlignedCalls {
  std::vector<std::size_t> tracks;  ///< ascending
  std::vector<std::size_t> first;
  std::size_t count = 0;
};

/// At most this many calls are missing on a track at each end of the part.
inline constexpr std::size_t kMostMissing = 2;

/// Calls of each track are in the order of time; no track is empty. If they are `synchronising`,
/// those of one operation overlap, and tracks are of one group if all do. Otherwise all tracks are
/// one group, and calls of one operation end at about the same time. O(calls + groups * tracks) for
/// each of the places where they may begin; of very many tracks in very many groups, the last ones
/// are in none.
std::vector<AlignedCalls> align_calls(const std::vector<std::vector<CallTime>>& tracks,
                                      bool synchronising, double resolution);

}  // namespace paje
