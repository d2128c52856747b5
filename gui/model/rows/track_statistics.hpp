// The states of one track that overlap a range of time, looked at twice: first they are counted by
// value and size, then those are picked that may be a percentile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/rows/ranks.hpp"
#include "model/time/time_axis.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// States of one value in one track.
struct ValueOfTrack {
  ValueId value;
  uint64_t count = 0;
  double seconds = 0;    ///< within the range, as all that follows
  double exclusive = 0;  ///< without the states directly inside
  double least = 0;
  double greatest = 0;
  Neighbours neighbours{};
};

/// For each value of the trace, a number for each cell; together at most 2^18 unless there are
/// more values.
template <class Number>
class CellTable {
 public:
  CellTable() = default;
  CellTable(std::size_t values, std::size_t cells) : cells_(cells), numbers_(values * cells) {}
  [[nodiscard]] Number& at(ValueId value, std::size_t cell) {
    return numbers_[value.index * cells_ + cell];
  }
  [[nodiscard]] Number at(ValueId value, std::size_t cell) const {
    return numbers_[value.index * cells_ + cell];
  }
  [[nodiscard]] std::span<const Number> of(ValueId value) const {
    return std::span(numbers_).subspan(value.index * cells_, cells_);
  }

 private:
  std::size_t cells_ = 0;
  std::vector<Number> numbers_;
};

/// Which durations are picked: a bit for each place.
using CellMarks = CellTable<uint16_t>;
using PickedDurations = std::array<std::vector<double>, kPlaces>;

/// What one thread needs for track after track, kept: new memory for each would cost more.
struct ListScratch {
  explicit ListScratch(std::size_t values) : places(values, kNowhere) {}
  static constexpr uint32_t kNowhere = UINT32_MAX;
  std::vector<uint32_t> places;  ///< of each value of the trace, among those of the track
  std::vector<uint32_t> counts;
  std::vector<uint16_t> marks;
  std::vector<PickedDurations> picked;  ///< by place
};

class TrackStatistics {
 public:
  /// States of `hidden` values do not count. Keeps a reference to them.
  TrackStatistics(const Trace& trace, const Track& track, TimeSpan range,
                  const std::vector<bool>& hidden);

  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] uint64_t size() const { return before_.size() + within_.size(); }
  /// How long the i-th state lasts within the range; what is not a number counts as nothing: cells
  /// know only what is in order.
  [[nodiscard]] double duration(uint64_t i) const {
    return lasting(i < before_.size() ? before_[i] : within_.first + (i - before_.size()));
  }
  /// In order of their first appearance until look_again(), then ascending.
  [[nodiscard]] const std::vector<ValueOfTrack>& values() const { return values_; }
  /// Whether there are states in the range, also where all of them have hidden values. After
  /// look(). O(1), or O(size) if all are hidden.
  [[nodiscard]] bool has_states() const;

  /// Finds all of values() but their percentiles, and adds to the counts of all tracks. O(size).
  void look(const DurationCells& cells, ListScratch& scratch, CellTable<uint32_t>& of_all);
  /// Finds the percentiles, and picks the durations that `marks` names. O(size).
  void look_again(const DurationCells& cells, ListScratch& scratch, const CellMarks& marks,
                  std::vector<PickedDurations>& picked);

 private:
  [[nodiscard]] double lasting(uint64_t row) const {
    const double start = std::max(states_.start[row], range_.start);
    const double end = std::min(states_.end[row], range_.end);
    return end > start ? end - start : 0;
  }
  // What only touches the range from outside is not in it.
  [[nodiscard]] bool is_within(uint64_t row) const {
    return (states_.end[row] > range_.start && states_.start[row] < range_.end) ||
           !(states_.end[row] > states_.start[row]);
  }
  [[nodiscard]] bool counts(uint64_t row) const {
    return is_within(row) && (hidden_.empty() || !hidden_[states_.value[row].index]);
  }
  template <class Visit>
  void visit_all(Visit&& visit) const {
    for (const uint64_t row : before_) visit(row);
    for (uint64_t row = within_.first; row < within_.last; ++row) visit(row);
  }
  template <class Visit>
  void visit(Visit&& visit) const {
    visit_all([&](uint64_t row) {
      if (counts(row)) visit(row);
    });
  }
  void find_exclusive_times(const ListScratch& scratch);
  void add_value(ValueId value, ListScratch& scratch);
  void find_percentile_cells(const ListScratch& scratch);
  // The same by what look() has noted, or by a second look at times.
  void pick_by_slots(ListScratch& scratch, const CellMarks& marks,
                     std::vector<PickedDurations>& picked);
  void pick_by_durations(const DurationCells& cells, ListScratch& scratch, const CellMarks& marks,
                         std::vector<PickedDurations>& picked);
  void select_percentiles(ListScratch& scratch);

  StateColumns states_;
  Track track_;
  TimeSpan range_;
  const std::vector<bool>& hidden_;
  std::vector<uint64_t> before_;  // rows of those that began before the range
  RowRange within_;
  std::vector<ValueOfTrack> values_;
  // A track has a cell for 2^merged_ of DurationCells, so that cells are at most twice its states.
  uint32_t merged_ = 0;
  std::size_t cells_ = 1;
  std::vector<PercentileCells> found_;  // by place
  // Place and cell of each state, as counted; where merged_ is 0, until look_again(): reading them
  // takes a fifth of the memory that reading times and values again would.
  std::vector<uint32_t> slots_;
};

}  // namespace paje::gui
