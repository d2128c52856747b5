#include "comparison/track_walk.hpp"

#include <algorithm>

namespace paje {

namespace {

// Goes through the rows of one run that have no columns.
class Hidden {
 public:
  Hidden(const std::vector<StateColumn>& columns, uint32_t StateColumn::*row, std::size_t rows)
      : columns_(columns), row_(row), rows_(static_cast<uint32_t>(rows)) {}

  /// Calls visit(row) for the rows without columns that follow the row of column `i`.
  template <class Visit>
  void behind(std::size_t i, Visit&& visit) {
    if (columns_[i].*row_ == StateColumn::kGap) return;
    next_ = std::max(next_, i + 1);
    while (next_ < columns_.size() && columns_[next_].*row_ == StateColumn::kGap) ++next_;
    const uint32_t last = next_ < columns_.size() ? columns_[next_].*row_ : rows_;
    for (uint32_t row = columns_[i].*row_ + 1; row < last; ++row) visit(row);
  }

 private:
  const std::vector<StateColumn>& columns_;
  uint32_t StateColumn::*row_;
  uint32_t rows_;
  std::size_t next_ = 0;
};

}  // namespace

AllColumns::AllColumns(const ComparedTrack& track) {
  const std::vector<StateColumn>& shown = track.track.columns;
  Hidden in_a(shown, &StateColumn::a, track.a.start.size());
  Hidden in_b(shown, &StateColumn::b, track.b.start.size());
  const auto add = [&](const StateColumn& column, bool is_column) {
    columns.push_back(column);
    is_shown.push_back(is_column);
  };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    add(shown[i], true);
    in_a.behind(i, [&](uint32_t row) { add({row, StateColumn::kGap}, false); });
    in_b.behind(i, [&](uint32_t row) { add({StateColumn::kGap, row}, false); });
  }
}

SwapMarks::Rows SwapMarks::rows_below(std::span<const uint32_t> depth, uint32_t row) {
  Rows rows{row, row + 1};
  while (rows.last < depth.size() && depth[rows.last] > depth[row]) ++rows.last;
  return rows;
}

void SwapMarks::open(const StateSwap& swap) {
  const StateColumn& first = track_.track.columns[swap.first];
  Open one{&swap, {}, {}};
  // If a state moved past a pair, only that state has no partner next to it. If two states
  // exchanged places, neither has one.
  if (first.in_a()) {
    one.a[0] = rows_below(track_.a.depth, swap.first_in_a);
    one.b[0] = rows_below(track_.b.depth, swap.second_in_b);
  }
  if (first.in_b()) {
    one.a[1] = rows_below(track_.a.depth, swap.second_in_a);
    one.b[1] = rows_below(track_.b.depth, swap.first_in_b);
  }
  open_.push_back(one);
}

void SwapMarks::mark(WalkColumn& column) {
  const std::vector<StateSwap>& swaps = track_.track.swaps;
  // Other swaps may lie within a swap.
  while (next_ < swaps.size() && swaps[next_].first == column.number) open(swaps[next_++]);
  while (!open_.empty() && open_.back().swap->last < column.number) open_.pop_back();
  if (open_.empty()) return;
  column.swap = open_.front().swap;
  const auto has = [](const std::array<Rows, 2>& rows, uint32_t row) {
    return rows[0].contains(row) || rows[1].contains(row);
  };
  for (const Open& one : open_) {
    const bool in_a = column.column.in_a() && has(one.a, column.column.a);
    if (in_a || (column.column.in_b() && has(one.b, column.column.b))) column.is_swapped = true;
  }
}

}  // namespace paje
