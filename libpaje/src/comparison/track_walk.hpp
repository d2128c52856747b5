// A walk through a track that includes all states, also those without columns, so that time always
// belongs to the innermost state.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "comparison/compared_track.hpp"

namespace paje {

/// A column, or a state without a column, next to a gap.
struct WalkColumn {
  StateColumn column;
  uint64_t number = 0;   ///< in TrackComparison::columns; without a column, of the one above
  bool is_shown = true;  ///< whether it is a column
  const StateSwap* swap = nullptr;  ///< the swap that the column belongs to, or lies in
  bool is_swapped = false;          ///< whether it is one of the swapped, unpaired states
};

/// The columns, with all other states inserted after the state that they are below.
struct AllColumns {
  explicit AllColumns(const ComparedTrack& track);

  std::vector<StateColumn> columns;
  std::vector<bool> is_shown;
};

/// Marks, column by column, whether a column belongs to a swap.
class SwapMarks {
 public:
  explicit SwapMarks(const ComparedTrack& track) : track_(track) {}
  void mark(WalkColumn& column);

 private:
  // Rows [first, last) of one run: a swapped state and the states below it.
  struct Rows {
    uint32_t first = 0, last = 0;
    [[nodiscard]] bool contains(uint32_t row) const { return first <= row && row < last; }
  };
  struct Open {
    const StateSwap* swap;
    std::array<Rows, 2> a, b;
  };
  static Rows rows_below(std::span<const uint32_t> depth, uint32_t row);
  void open(const StateSwap& swap);

  const ComparedTrack& track_;
  std::size_t next_ = 0;
  std::vector<Open> open_;
};

/// Like walk_columns(), but enter() and leave() get a WalkColumn. O(states).
template <class Visitor>
void walk_track(const ComparedTrack& track, Visitor& visitor) {
  class Marking {
   public:
    Marking(const ComparedTrack& track, Visitor& visitor, const AllColumns* all)
        : visitor_(visitor), all_(all), has_swaps_(!track.track.swaps.empty()), swaps_(track) {}
    void pass(const WalkTime& from, const WalkTime& to) { visitor_.pass(from, to); }
    void enter(const StateColumn& column, const WalkTime& now) {
      const bool is_shown = all_ == nullptr || all_->is_shown[entered_];
      ++entered_;
      if (is_shown) ++shown_;
      WalkColumn& marked = open_.emplace_back(WalkColumn{column, shown_ - 1, is_shown});
      if (has_swaps_) swaps_.mark(marked);
      visitor_.enter(marked, now);
    }
    void leave(const StateColumn&, const WalkTime& now) {
      visitor_.leave(open_.back(), now);
      open_.pop_back();
    }

   private:
    Visitor& visitor_;
    const AllColumns* all_;  // null: there are no other states
    bool has_swaps_;
    SwapMarks swaps_;
    uint64_t entered_ = 0;
    uint64_t shown_ = 0;
    std::vector<WalkColumn> open_;
  };
  const TrackComparison& compared = track.track;
  const uint64_t rows = compared.columns.size();
  uint64_t rows_of_all = compared.matches + compared.mismatches + compared.gaps_a + compared.gaps_b;
  if (compared.swaps.empty() && rows == rows_of_all) {
    walk_columns(track.a, track.b, compared.columns, Marking(track, visitor, nullptr));
    return;
  }
  const AllColumns all(track);
  walk_columns(track.a, track.b, all.columns, Marking(track, visitor, &all));
}

}  // namespace paje
