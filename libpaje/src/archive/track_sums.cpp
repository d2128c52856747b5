#include "archive/track_sums.hpp"

#include <algorithm>
#include <utility>

namespace paje {

namespace {

// With fewer rows of a value, sums of it take more than a tenth of what the rows take.
constexpr uint64_t kLeastRows = 512;

bool are_many(uint64_t rows, uint64_t values, uint64_t least_rows) {
  return rows / least_rows >= values;
}

}  // namespace

// Calls add(their numbers) for some of the tracks of states at a time, which adds their rows or
// only counts their values: no more rows at once than there may be sums.
template <class Add>
void TrackSumMaker::add_groups(const TrackIndex& tracks, std::span<const Place> places, Add&& add) {
  for (const Place& place : places) {
    if (place.track >= tracks_.size()) tracks_.resize(place.track + std::size_t{1});
  }
  const std::vector<uint32_t>& numbers = tracks.of_kind[static_cast<std::size_t>(TypeKind::state)];
  for (std::size_t first = 0; first < numbers.size();) {
    uint64_t rows = 0;
    std::size_t last = first;
    while (last < numbers.size() && rows < most_sums_) {
      const uint32_t number = numbers[last++];
      rows += tracks.all[number].size();
      tracks_[places[number].track].rows += tracks.all[number].size();
    }
    add(std::span(numbers).subspan(first, last - first));
    keep_few();
    first = last;
  }
}

void TrackSumMaker::add_rows(const TraceData& data, std::span<const Place> places,
                             std::span<const uint64_t> open, ThreadPool& parallel) {
  add_groups(data.tracks, places, [&](std::span<const uint32_t> numbers) {
    parallel.for_each(numbers.size(), [&](std::size_t i) {
      const Place& place = places[numbers[i]];
      add_track(data, data.tracks.all[numbers[i]], place.before, open, tracks_[place.track]);
    });
  });
}

void TrackSumMaker::add_counts(const TrackIndex& tracks, std::span<const Place> places,
                               std::span<const uint64_t> values) {
  add_groups(tracks, places, [&](std::span<const uint32_t> numbers) {
    for (const uint32_t number : numbers) tracks_[places[number].track].values = values[number];
  });
}

void TrackSumMaker::add_track(const TraceData& data, const Track& track, uint64_t before,
                              std::span<const uint64_t> open, Sums& sums) {
  if (!sums.are_kept) return;
  if (sums.summer == nullptr) sums.summer = std::make_unique<StateSummer>();
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
  sums.values = sums.summer->values();
}

void TrackSumMaker::add_end(uint32_t track, uint64_t row, double end) {
  if (track < tracks_.size() && tracks_[track].summer != nullptr) {
    tracks_[track].summer->end(row, end);
  }
}

void TrackSumMaker::add_sums(uint32_t track, std::vector<archive::ValueSums> sums) {
  if (track < tracks_.size()) tracks_[track].known = std::move(sums);
}

void TrackSumMaker::keep_few() {
  std::size_t kept = 0;
  for (const Sums& sums : tracks_) kept += sums.are_kept ? sums.values : 0;
  for (uint64_t least = kLeastRows; kept > most_sums_; least *= 2) kept = drop_short(least);
}

std::size_t TrackSumMaker::drop_short(uint64_t least_rows) {
  std::size_t kept = 0;
  for (Sums& sums : tracks_) {
    if (!sums.are_kept) continue;
    if (are_many(sums.rows, sums.values, least_rows)) {
      kept += sums.values;
    } else {
      sums.are_kept = false;
      sums.summer = nullptr;
    }
  }
  return kept;
}

std::vector<archive::TrackSums> TrackSumMaker::finish(std::span<const uint32_t> number_of) const {
  std::vector<archive::TrackSums> all;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    const Sums& sums = tracks_[i];
    if (!sums.are_kept) continue;
    std::vector<archive::ValueSums> values =
        sums.summer == nullptr ? sums.known : sums_worth_keeping(*sums.summer, sums.rows);
    if (!values.empty()) all.push_back({number_of[i], std::move(values)});
  }
  std::sort(all.begin(), all.end(), [](const archive::TrackSums& a, const archive::TrackSums& b) {
    return a.track < b.track;
  });
  return all;
}

std::vector<archive::ValueSums> sums_worth_keeping(const StateSummer& summer, uint64_t rows) {
  std::vector<archive::ValueSums> values;
  if (!are_many(rows, summer.values(), kLeastRows) || !summer.is_complete()) return values;
  for (const StateSum& sum : summer.sums()) {
    values.push_back({sum.value.index, sum.count, sum.inclusive.parts(), sum.inside.parts(),
                      sum.shortest, sum.longest});
  }
  return values;
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
