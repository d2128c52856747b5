#include "archive/track_sums.hpp"

#include <algorithm>

namespace paje {

namespace {

// With fewer rows of a value, sums of it take more than a tenth of what the rows take.
constexpr uint64_t kLeastRows = 512;
// Each takes some hundred bytes of memory.
constexpr std::size_t kMostSums = std::size_t{1} << 18U;

std::vector<archive::ValueSums> values_of(const StateSummer& summer) {
  std::vector<archive::ValueSums> values;
  for (const StateSum& sum : summer.sums()) {
    values.push_back({sum.value.index, sum.count, sum.inclusive.parts(), sum.inside.parts(),
                      sum.shortest, sum.longest});
  }
  return values;
}

}  // namespace

void TrackSumMaker::add_rows(const TraceData& data, std::span<const Place> places,
                             std::span<const uint64_t> open, ThreadPool& parallel) {
  const std::vector<uint32_t>& numbers =
      data.tracks.of_kind[static_cast<std::size_t>(TypeKind::state)];
  for (const Place& place : places) {
    if (place.track >= tracks_.size()) tracks_.resize(place.track + std::size_t{1});
  }
  // No more rows at once than there may be sums.
  for (std::size_t first = 0; first < numbers.size();) {
    uint64_t rows = 0;
    std::size_t last = first;
    while (last < numbers.size() && rows < kMostSums)
      rows += data.tracks.all[numbers[last++]].size();
    parallel.for_each(last - first, [&](std::size_t i) {
      const uint32_t number = numbers[first + i];
      add_track(data, data.tracks.all[number], places[number].before, open,
                tracks_[places[number].track]);
    });
    keep_few();
    first = last;
  }
}

void TrackSumMaker::add_track(const TraceData& data, const Track& track, uint64_t before,
                              std::span<const uint64_t> open, Sums& sums) const {
  if (sums.rows == 0) sums.summer = std::make_unique<StateSummer>();
  sums.rows += track.size();
  if (sums.summer == nullptr) return;
  const StoredStates& states = data.states;
  auto next_open = std::lower_bound(open.begin(), open.end(), track.first);
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (next_open != open.end() && *next_open == row) {
      ++next_open;
      sums.summer->add_open(before + (row - track.first), states.start[row], states.value[row],
                            states.depth[row]);
    } else {
      sums.summer->add(states.start[row], states.end[row], states.value[row], states.depth[row]);
    }
  }
}

void TrackSumMaker::add_end(uint32_t track, uint64_t row, double end) {
  if (track < tracks_.size() && tracks_[track].summer != nullptr) {
    tracks_[track].summer->end(row, end);
  }
}

void TrackSumMaker::keep_few() {
  std::size_t kept = 0;
  for (const Sums& sums : tracks_) kept += sums.summer == nullptr ? 0 : sums.summer->values();
  for (uint64_t least = kLeastRows; kept > kMostSums; least *= 2) kept = drop_short(least);
}

std::size_t TrackSumMaker::drop_short(uint64_t least_rows) {
  std::size_t kept = 0;
  for (Sums& sums : tracks_) {
    if (sums.summer == nullptr) continue;
    if (sums.rows / least_rows < sums.summer->values()) {
      sums.summer = nullptr;
    } else {
      kept += sums.summer->values();
    }
  }
  return kept;
}

std::vector<archive::TrackSums> TrackSumMaker::finish(std::span<const uint32_t> number_of) {
  drop_short(kLeastRows);
  std::vector<archive::TrackSums> all;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    const StateSummer* const summer = tracks_[i].summer.get();
    if (summer != nullptr && summer->is_complete())
      all.push_back({number_of[i], values_of(*summer)});
  }
  std::sort(all.begin(), all.end(), [](const archive::TrackSums& a, const archive::TrackSums& b) {
    return a.track < b.track;
  });
  return all;
}

std::vector<StateSum> state_sums_of(const archive::TrackSums& track) {
  std::vector<StateSum> sums;
  for (const archive::ValueSums& value : track.values) {
    StateSum& sum = sums.emplace_back();
    sum.value = {value.value};
    sum.count = value.count;
    sum.inclusive = ExactSum::of(value.inclusive);
    sum.inside = ExactSum::of(value.inside);
    sum.shortest = value.shortest;
    sum.longest = value.longest;
  }
  return sums;
}

}  // namespace paje
