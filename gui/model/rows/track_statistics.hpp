// The states of one track that overlap a range of time, looked at twice: first they are counted by
// value and size, then those are picked that may be a percentile.
#pragma once

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
  double seconds = 0;  ///< within the range
  double sum = 0;      ///< of whole durations
  double least = 0;
  double greatest = 0;
  Percentiles percentiles{};
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

/// Which durations are picked: a bit for each of kShares.
using CellMarks = CellTable<uint8_t>;
using PickedDurations = std::array<std::vector<double>, kShares.size()>;

/// What one thread needs for track after track, kept: new memory for each would cost more.
struct ListScratch {
  explicit ListScratch(std::size_t values) : places(values, kNowhere) {}
  static constexpr uint32_t kNowhere = UINT32_MAX;
  std::vector<uint32_t> places;  ///< of each value of the trace, among those of the track
  std::vector<uint32_t> counts;
  std::vector<uint8_t> marks;
  std::vector<PickedDurations> picked;  ///< by place
};

class TrackStatistics {
 public:
  TrackStatistics(const Trace& trace, const Track& track, TimeSpan range);

  [[nodiscard]] const Track& track() const { return track_; }
  [[nodiscard]] uint64_t size() const { return before_.size() + within_.size(); }
  /// The i-th state's duration; what is not a number counts as nothing: cells know only what is in
  /// order.
  [[nodiscard]] double duration(uint64_t i) const {
    const uint64_t row = i < before_.size() ? before_[i] : within_.first + (i - before_.size());
    return lasting(states_.start[row], states_.end[row]);
  }
  /// In order of their first appearance until look_again(), then ascending.
  [[nodiscard]] const std::vector<ValueOfTrack>& values() const { return values_; }

  /// Finds all of values() but their percentiles, and adds to the counts of all tracks. O(size).
  void look(const DurationCells& cells, ListScratch& scratch, CellTable<uint32_t>& of_all);
  /// Finds the percentiles, and picks the durations that `marks` names. O(size).
  void look_again(const DurationCells& cells, ListScratch& scratch, const CellMarks& marks,
                  std::vector<PickedDurations>& picked);

 private:
  [[nodiscard]] static double lasting(double start, double end) {
    return end > start ? end - start : 0;
  }
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const uint64_t row : before_) visit(row);
    for (uint64_t row = within_.first; row < within_.last; ++row) visit(row);
  }
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
