#include "analysis/align_calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

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

struct Fit {
  Shift shift = 0;
  Misfit misfit;
  [[nodiscard]] bool is_good() const { return misfit.gap == 0; }
};
Fit best_fit(const Calls& track, const Calls& other, bool synchronising, double resolution) {
  const Shift most = static_cast<Shift>(kMostMissing);
  const Shift more = size_of(other) - size_of(track);
  Shift least = std::max(-most, 1 - size_of(track));
  Shift greatest = std::min(more + most, size_of(other) - 1);
  if (synchronising && size_of(track) <= kFewCalls) {
    least = std::min(least, -size_of(track));
    greatest = std::max(greatest, size_of(other));
  }
  Fit best = {0, misfit(track, other, 0, synchronising, resolution)};
  for (Shift shift = least; shift <= greatest; ++shift) {
    const Misfit tried = misfit(track, other, shift, synchronising, resolution);
    if (tried < best.misfit) best = {shift, tried};
  }
  return best;
}

// Tracks whose calls belong together, one by one.
class Group {
 public:
  Group(const std::vector<Calls>& tracks, std::size_t first, bool synchronising, double resolution)
      : tracks_(tracks),
        synchronising_(synchronising),
        resolution_(resolution),
        common_(tracks[first]),
        shifts_{{first, 0}} {}

  [[nodiscard]] Fit fit(std::size_t place) const {
    return best_fit(tracks_[place], common_, synchronising_, resolution_);
  }
  /// Whether the track belongs to the group.
  bool add(std::size_t place) {
    const Fit found = fit(place);
    if (!found.is_good()) return false;
    shifts_.emplace(place, found.shift);
    const Calls& calls = tracks_[place];
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Shift at = static_cast<Shift>(i) + found.shift;
      if (at < 0 || at >= size_of(common_)) continue;
      CallTime& common = common_[static_cast<std::size_t>(at)];
      common.end = std::min(common.end, calls[i].end);
      common.start = std::max(common.start, calls[i].start);
    }
    return true;
  }
  [[nodiscard]] AlignedCalls calls() const {
    // Places of the first track that all others have, too.
    Shift first = 0, last = size_of(common_);
    for (const auto& [place, shift] : shifts_) {
      first = std::max(first, shift);
      last = std::min(last, shift + size_of(tracks_[place]));
    }
    AlignedCalls aligned;
    aligned.count = static_cast<std::size_t>(std::max<Shift>(0, last - first));
    for (const auto& [place, shift] : shifts_) {
      aligned.tracks.push_back(place);
      aligned.first.push_back(aligned.count == 0 ? 0 : static_cast<std::size_t>(first - shift));
    }
    return aligned;
  }

 private:
  const std::vector<Calls>& tracks_;
  bool synchronising_;
  double resolution_;
  Calls common_;  // when all of them were in the call; of the first track's calls
  std::map<std::size_t, Shift> shifts_;
};

// The tracks at `places` that go with that of the most calls among them; they leave `places`.
AlignedCalls take_group(const std::vector<Calls>& tracks, std::vector<std::size_t>& places,
                        bool synchronising, double resolution) {
  const std::size_t first = *std::max_element(
      places.begin(), places.end(),
      [&](std::size_t a, std::size_t b) { return tracks[a].size() < tracks[b].size(); });
  Group group(tracks, first, synchronising, resolution);
  std::vector<std::pair<Misfit, std::size_t>> others;
  for (const std::size_t place : places) {
    if (place != first) others.emplace_back(group.fit(place).misfit, place);
  }
  // Those that leave at the same times first: they may not be those of another group.
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  places.clear();
  for (const auto& [misfit, place] : others) {
    if (!group.add(place)) places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  return group.calls();
}

}  // namespace

std::vector<AlignedCalls> align_calls(const std::vector<std::vector<CallTime>>& tracks,
                                      bool synchronising, double resolution) {
  std::vector<std::size_t> places(tracks.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<AlignedCalls> groups;
  while (!places.empty()) {
    groups.push_back(take_group(tracks, places, synchronising, resolution));
  }
  return groups;
}

}  // namespace paje
