// Adds up the states of a track, row by row; also of one that comes in slices, where states that
// are open have their end later.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "paje/state_sums.hpp"

namespace paje {

/// -0 is 0, so that sums do not depend on the order of rows.
[[nodiscard]] inline double duration_of(double start, double end) { return end - start + 0.0; }

class StateSummer {
 public:
  /// The next row.
  void add(double start, double end, ValueId value, uint32_t depth) {
    const uint32_t around = open_around(depth);
    const uint32_t place = place_of(value);
    add_duration(place, around, duration_of(start, end));
    open_.push_back(place);
  }
  /// The next row, which is `row` of the track and has no end yet.
  void add_open(uint64_t row, double start, ValueId value, uint32_t depth);
  /// The end of an earlier such row.
  void end(uint64_t row, double end);

  /// Whether all rows have their ends, and all sums are numbers.
  [[nodiscard]] bool is_complete() const;
  [[nodiscard]] std::size_t values() const { return sums_.size(); }
  /// By value.
  [[nodiscard]] std::vector<StateSum> sums() const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct OpenRow {
    double start;
    uint32_t place, around;
  };

  uint32_t open_around(uint32_t depth) {
    if (open_.size() != depth) open_.resize(depth, kNone);
    return depth == 0 ? kNone : open_.back();
  }
  uint32_t place_of(ValueId value) {
    if (last_ < sums_.size() && sums_[last_].value == value) return last_;
    return last_ = find_place(value);
  }
  uint32_t find_place(ValueId value);
  void add_duration(uint32_t place, uint32_t around, double duration) {
    sums_[place].add(duration);
    if (around != kNone && duration > 0) sums_[around].inside.add(duration);
  }

  std::vector<StateSum> sums_;                       // in the order in which values came
  std::unordered_map<uint32_t, uint32_t> place_of_;  // of each value in these, if they are many
  std::vector<uint32_t> open_;  // for each depth, the place of the value of the last state
  std::unordered_map<uint64_t, OpenRow> open_rows_;
  uint32_t last_ = 0;
};

}  // namespace paje
