#include "analysis/align_calls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace paje {

namespace {

using Calls = std::vector<CallTime>;
using Shift = std::ptrdiff_t;

// A track with at most this many calls may have none in common with another track.
constexpr Shift kFewCalls = 2;
// Limit of comparisons with tracks of other groups, about a second of work.
constexpr std::size_t kMostCompared = 20'000'000;

Shift size_of(const Calls& calls) { return static_cast<Shift>(calls.size()); }

// A track's calls aligned with those of another: call i belongs to call i + shift of the other.
struct Fit {
  Shift shift = 0;
  double difference = 0;  // mean difference of ends; infinity if no calls are aligned

  friend bool operator<(const Fit& a, const Fit& b) {
    return std::pair(a.difference, std::abs(a.shift)) < std::pair(b.difference, std::abs(b.shift));
  }
};

// Nothing if aligned calls do not overlap. Most tracks of other groups fail at the first call.
std::optional<Fit> fit_at(const Calls& track, const Calls& other, Shift shift, bool synchronising,
                          double resolution) {
  const Shift first = std::max<Shift>(0, -shift);
  const Shift last = std::min(size_of(track), size_of(other) - shift);
  if (first >= last) return Fit{shift, std::numeric_limits<double>::infinity()};
  double sum = 0;
  for (Shift i = first; i < last; ++i) {
    const CallTime& mine = track[static_cast<std::size_t>(i)];
    const CallTime& its = other[static_cast<std::size_t>(i + shift)];
    const double gap = std::max(mine.start - its.end, its.start - mine.end);
    if (synchronising && gap > resolution) return std::nullopt;
    sum += std::abs(mine.end - its.end);
  }
  return Fit{shift, sum / static_cast<double>(last - first)};
}

std::optional<Fit> best_fit(const Calls& track, const Calls& other, bool synchronising,
                            double resolution) {
  const auto most = static_cast<Shift>(kMostMissing);
  const Shift more = size_of(other) - size_of(track);
  Shift least = std::max(-most, 1 - size_of(track));
  Shift greatest = std::min(more + most, size_of(other) - 1);
  if (synchronising && size_of(track) <= kFewCalls) {
    least = std::min(least, -size_of(track));
    greatest = std::max(greatest, size_of(other));
  }
  std::optional<Fit> best;
  for (Shift shift = least; shift <= greatest; ++shift) {
    const auto tried = fit_at(track, other, shift, synchronising, resolution);
    if (tried && (!best || *tried < *best)) best = tried;
  }
  return best;
}

// Tracks whose calls are aligned one by one.
class Group {
 public:
  Group(const std::vector<Calls>& tracks, std::size_t first, bool synchronising, double resolution)
      : tracks_(tracks),
        synchronising_(synchronising),
        resolution_(resolution),
        common_(tracks[first]),
        shifts_{{first, 0}} {}

  [[nodiscard]] std::optional<Fit> fit(std::size_t place) const {
    return best_fit(tracks_[place], common_, synchronising_, resolution_);
  }
  /// Adds the track if it belongs to the group, and returns whether it does.
  bool add(std::size_t place) {
    const auto found = fit(place);
    if (!found) return false;
    shifts_.emplace(place, found->shift);
    const Calls& calls = tracks_[place];
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Shift at = static_cast<Shift>(i) + found->shift;
      if (at < 0 || at >= size_of(common_)) continue;
      CallTime& common = common_[static_cast<std::size_t>(at)];
      common.end = std::min(common.end, calls[i].end);
      common.start = std::max(common.start, calls[i].start);
    }
    return true;
  }
  [[nodiscard]] AlignedCalls calls() const {
    // Calls of the first track that all other tracks have, too.
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
  Calls common_;  // for each call of the first track, the time when all tracks were in the call
  std::map<std::size_t, Shift> shifts_;
};

// Removes from `places`, and returns, the tracks that align with the one that has the most calls.
AlignedCalls take_group(const std::vector<Calls>& tracks, std::vector<std::size_t>& places,
                        bool synchronising, double resolution) {
  const std::size_t first = *std::max_element(
      places.begin(), places.end(),
      [&](std::size_t a, std::size_t b) { return tracks[a].size() < tracks[b].size(); });
  Group group(tracks, first, synchronising, resolution);
  std::vector<std::pair<Fit, std::size_t>> others;
  std::vector<std::size_t> left;
  for (const std::size_t place : places) {
    if (place == first) continue;
    if (const auto fit = group.fit(place)) {
      others.emplace_back(*fit, place);
    } else {
      left.push_back(place);
    }
  }
  // Tracks with the most similar ends first: they are least likely to belong to another group.
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [fit, place] : others) {
    if (!group.add(place)) left.push_back(place);
  }
  places.assign(left.begin(), left.end());
  std::sort(places.begin(), places.end());
  return group.calls();
}

}  // namespace

std::vector<AlignedCalls> align_calls(const std::vector<std::vector<CallTime>>& tracks,
                                      bool synchronising, double resolution) {
  std::vector<std::size_t> places(tracks.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<AlignedCalls> groups;
  for (std::size_t compared = 0; !places.empty() && compared < kMostCompared;) {
    compared += places.size();
    groups.push_back(take_group(tracks, places, synchronising, resolution));
  }
  return groups;
}

}  // namespace paje
