#include "model/rows/track_statistics.hpp"

#include <limits>
#include <span>

namespace paje::gui {

TrackStatistics::TrackStatistics(const Trace& trace, const Track& track, TimeSpan range,
                                 const std::vector<bool>& hidden)
    : states_(trace.states()),
      track_(track),
      range_(range),
      hidden_(hidden),
      within_(trace.starting_in(track, range.start, range.end)) {
  trace.for_each_overlapping(track, range.start, range.start, [&](uint64_t row) {
    if (row < within_.first) before_.push_back(row);
  });
}

bool TrackStatistics::has_states() const {
  if (!values_.empty()) return true;
  bool has_any = false;
  visit_all([&](uint64_t row) { has_any |= is_within(row); });
  return has_any;
}

void TrackStatistics::add_value(ValueId value, ListScratch& scratch) {
  scratch.places[value.index] = static_cast<uint32_t>(values_.size());
  values_.push_back({.value = value, .least = std::numeric_limits<double>::infinity()});
  scratch.counts.resize(values_.size() * cells_);
}

void TrackStatistics::look(const DurationCells& cells, ListScratch& scratch,
                           CellTable<uint32_t>& of_all) {
  const uint64_t values =
      std::clamp<uint64_t>(scratch.places.size(), 1, std::max<uint64_t>(size(), 1));
  cells_ = std::bit_floor(std::clamp<uint64_t>(size() / values * 2, 1, cells.size()));
  merged_ = static_cast<uint32_t>(std::countr_zero(cells.size() / cells_));
  scratch.counts.clear();
  // A track with as many cells as DurationCells has counts for all at the end, at once.
  const bool is_whole = merged_ == 0;
  if (is_whole) slots_.resize(size());
  uint32_t* slot = slots_.data();
  // Copies, for what is written might else be these.
  const DurationCells cell = cells;
  const StateColumns states = states_;
  const uint32_t* const places = scratch.places.data();
  visit([&, width = cells_, merged = merged_](uint64_t row) {
    const ValueId value = states.value[row];
    if (places[value.index] == ListScratch::kNowhere) add_value(value, scratch);
    const uint32_t place = places[value.index];
    const double duration = lasting(row);
    const std::size_t at = cell.of(duration);
    const std::size_t here = place * width + (at >> merged);
    ++scratch.counts[here];
    if (is_whole) {
      *slot++ = static_cast<uint32_t>(here);
    } else {
      ++of_all.at(value, at);
    }
    ValueOfTrack& sum = values_[place];
    ++sum.count;
    sum.seconds += duration;
    sum.least = std::min(sum.least, duration);
    sum.greatest = std::max(sum.greatest, duration);
  });
  if (is_whole) {
    for (std::size_t place = 0; place < values_.size(); ++place) {
      for (std::size_t i = 0; i < cells_; ++i) {
        of_all.at(values_[place].value, i) += scratch.counts[place * cells_ + i];
      }
    }
  }
  find_exclusive_times(scratch);
  find_percentile_cells(scratch);
  for (const ValueOfTrack& value : values_) {
    scratch.places[value.value.index] = ListScratch::kNowhere;
  }
}

// A state's time is taken from the one around it, also where it is not counted itself.
void TrackStatistics::find_exclusive_times(const ListScratch& scratch) {
  std::vector<uint32_t> around;  // of each depth, the place of the last state's value
  bool is_nested = false;
  visit_all([&](uint64_t row) {
    const std::size_t depth = states_.depth[row];
    if (depth >= around.size()) around.resize(depth + 1, ListScratch::kNowhere);
    around[depth] = counts(row) ? scratch.places[states_.value[row].index] : ListScratch::kNowhere;
    if (depth == 0 || around[depth - 1] == ListScratch::kNowhere) return;
    values_[around[depth - 1]].exclusive -= lasting(row);
    is_nested = true;
  });
  for (ValueOfTrack& value : values_) {
    value.exclusive += value.seconds;
    // Sums are rounded.
    if (is_nested && value.exclusive < value.seconds * 1e-12) value.exclusive = 0;
  }
}

void TrackStatistics::find_percentile_cells(const ListScratch& scratch) {
  for (std::size_t place = 0; place < values_.size(); ++place) {
    found_.emplace_back(std::span<const uint32_t>(scratch.counts).subspan(place * cells_, cells_),
                        values_[place].count);
  }
}

void TrackStatistics::look_again(const DurationCells& cells, ListScratch& scratch,
                                 const CellMarks& marks, std::vector<PickedDurations>& picked) {
  scratch.marks.assign(values_.size() * cells_, 0);
  scratch.picked.resize(std::max(scratch.picked.size(), values_.size()));
  for (uint32_t place = 0; place < values_.size(); ++place) {
    scratch.places[values_[place].value.index] = place;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      if (found_[place].first_of(i) != i) continue;
      scratch.marks[place * cells_ + found_[place].cell[i]] |= static_cast<uint16_t>(1U << i);
    }
  }
  if (merged_ == 0) {
    pick_by_slots(scratch, marks, picked);
  } else {
    pick_by_durations(cells, scratch, marks, picked);
  }
  select_percentiles(scratch);
}

namespace {

void pick(unsigned bits, double duration, PickedDurations& into) {
  for (std::size_t i = 0; i < kPlaces; ++i) {
    if ((bits >> i & 1U) != 0) into[i].push_back(duration);
  }
}

}  // namespace

void TrackStatistics::pick_by_slots(ListScratch& scratch, const CellMarks& marks,
                                    std::vector<PickedDurations>& picked) {
  // Marks of the track in the lower bits, those of all above them.
  constexpr unsigned kShift = kPlaces;
  static_assert(2 * kShift <= 16);
  uint16_t* const both = scratch.marks.data();
  for (std::size_t place = 0; place < values_.size(); ++place) {
    const std::span<const uint16_t> of_all = marks.of(values_[place].value);
    for (std::size_t i = 0; i < cells_; ++i) {
      both[place * cells_ + i] |= static_cast<uint16_t>(of_all[i] << kShift);
    }
  }
  const uint32_t* slot = slots_.data();
  visit([&](uint64_t row) {
    const uint32_t at = *slot++;
    const unsigned bits = both[at];
    if (bits == 0) return;
    const double duration = lasting(row);
    const std::size_t place = at / cells_;
    pick(bits & ((1U << kShift) - 1), duration, scratch.picked[place]);
    pick(bits >> kShift, duration, picked[values_[place].value.index]);
  });
  slots_ = {};
}

void TrackStatistics::pick_by_durations(const DurationCells& cells, ListScratch& scratch,
                                        const CellMarks& marks,
                                        std::vector<PickedDurations>& picked) {
  const DurationCells cell = cells;
  const StateColumns states = states_;
  const uint32_t* const places = scratch.places.data();
  const uint16_t* const of_track = scratch.marks.data();
  visit([&, width = cells_, merged = merged_](uint64_t row) {
    const ValueId value = states.value[row];
    const uint32_t place = places[value.index];
    const double duration = lasting(row);
    const std::size_t at = cell.of(duration);
    const unsigned here = of_track[place * width + (at >> merged)];
    const unsigned of_all = marks.at(value, at);
    if ((here | of_all) == 0) return;
    pick(here, duration, scratch.picked[place]);
    pick(of_all, duration, picked[value.index]);
  });
}

void TrackStatistics::select_percentiles(ListScratch& scratch) {
  for (std::size_t place = 0; place < values_.size(); ++place) {
    ValueOfTrack& value = values_[place];
    scratch.places[value.value.index] = ListScratch::kNowhere;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      value.neighbours[i] =
          select(scratch.picked[place][found_[place].first_of(i)], found_[place].within[i]);
    }
    for (std::vector<double>& durations : scratch.picked[place]) durations.clear();
  }
  found_.clear();
  std::sort(values_.begin(), values_.end(),
            [](const ValueOfTrack& a, const ValueOfTrack& b) { return a.value < b.value; });
}

}  // namespace paje::gui
