// Aligns the calls of several tracks if only a part of the run was read: the first and last
// operations may lack calls, so the n-th calls of two tracks need not be of the same operation.
#pragma once

#include <cstddef>
#include <vector>

namespace paje {

struct CallTime {
  double start = 0;
  double end = 0;
};

/// Tracks whose calls are of the same operations: the next `count` calls of each track, starting at
/// the index in `first`.
struct AlignedCalls {
  std::vector<std::size_t> tracks;  ///< ascending
  std::vector<std::size_t> first;
  std::size_t count = 0;
};

/// Limit of the calls that a track lacks at each end of the part.
inline constexpr std::size_t kMostMissing = 2;

/// Calls of each track must be in order of time, and no track may be empty. If calls are
/// `synchronising`, those of one operation overlap, and tracks form a group if all their calls do.
/// Otherwise all tracks form one group, and calls of one operation end at similar times. O(calls +
/// groups * tracks) for each possible shift. With very many tracks in very many groups, the last
/// tracks are in no group.
std::vector<AlignedCalls> align_calls(const std::vector<std::vector<CallTime>>& tracks,
                                      bool synchronising, double resolution);

}  // namespace paje
