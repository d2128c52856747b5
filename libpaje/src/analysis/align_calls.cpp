#include "analysis/align_calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace paje {

namespace {

using Calls = std::vector<CallTime>;
using Shift = std::ptrdiff_t;

// With fewer calls it may be that two tracks have none in common.
constexpr Shift kFewCalls = 2;

Shift size_of(const Calls& calls) { return static_cast<Shift>(calls.size()); }

// How badly the calls of a track fit those of another whose places are higher by `shift`.
struct Misfit {
  double gap = 0;         // mean time between calls that should overlap
  double difference = 0;  // mean difference of ends
  Shift distance = 0;

  friend bool operator<(const Misfit& a, const Misfit& b) {
    return std::tie(a.gap, a.difference, a.distance) < std::tie(b.gap, b.difference, b.distance);
  }
};

Misfit misfit(const Calls& track, const Calls& other, Shift shift, bool synchronising,
              double resolution) {
  Misfit sum;
  sum.distance = std::abs(shift);
  const Shift first = std::max<Shift>(0, -shift);
  const Shift last = std::min(size_of(track), size_of(other) - shift);
  if (first >= last) {
    sum.difference = std::numeric_limits<double>::infinity();
    return sum;
  }
  for (Shift i = first; i < last; ++i) {
    const CallTime& mine = track[static_cast<std::size_t>(i)];
    const CallTime& its = other[static_cast<std::size_t>(i + shift)];
    const double gap = std::max(mine.start - its.end, its.start - mine.end);
    if (synchronising && gap > resolution) sum.gap += gap;
    sum.difference += std::abs(mine.end - its.end);
  }
  const auto pairs = static_cast<double>(last - first);
  sum.gap /= pairs;
  sum.difference /= pairs;
  return sum;
}

Shift best_shift(const Calls& track, const Calls& other, bool synchronising, double resolution) {
  const Shift most = static_cast<Shift>(kMostMissing);
  const Shift more = size_of(other) - size_of(track);
  Shift least = std::max(-most, 1 - size_of(track));
  Shift greatest = std::min(more + most, size_of(other) - 1);
  if (synchronising && size_of(track) <= kFewCalls) {
    least = std::min(least, -size_of(track));
    greatest = std::max(greatest, size_of(other));
  }
  Shift best = 0;
  Misfit of_best = misfit(track, other, 0, synchronising, resolution);
  for (Shift shift = least; shift <= greatest; ++shift) {
    const Misfit tried = misfit(track, other, shift, synchronising, resolution);
    if (tried < of_best) of_best = tried, best = shift;
  }
  return best;
}

}  // namespace

AlignedCalls align_calls(const std::vector<std::vector<CallTime>>& tracks, bool synchronising,
                         double resolution) {
  const auto other =
      std::max_element(tracks.begin(), tracks.end(),
                       [](const Calls& a, const Calls& b) { return a.size() < b.size(); });
  // Places of the track of the most calls that all others have, too.
  Shift first = 0, last = size_of(*other);
  std::vector<Shift> shifts;
  for (const Calls& track : tracks) {
    shifts.push_back(&track == &*other ? 0 : best_shift(track, *other, synchronising, resolution));
    first = std::max(first, shifts.back());
    last = std::min(last, shifts.back() + size_of(track));
  }
  AlignedCalls aligned;
  aligned.count = static_cast<std::size_t>(std::max<Shift>(0, last - first));
  for (const Shift shift : shifts) {
    aligned.first.push_back(aligned.count == 0 ? 0 : static_cast<std::size_t>(first - shift));
  }
  return aligned;
}

}  // namespace paje
