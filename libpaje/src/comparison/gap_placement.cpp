// If a loop has one turn more or less, all its turns have the same names, so the gap could be at
// any of them. Moving a gap past a match keeps the score if the symbol that becomes part of the
// pair equals the symbol that leaves it.
#include <cmath>

#include "comparison/sibling_alignment.hpp"

namespace paje {

namespace {

// The quality of pairs that a move creates, minus that of pairs that it removes.
struct Merit {
  int64_t equal_subtrees = 0;
  double durations = 0;  // by how much durations differ less
};

class GapPlacer {
 public:
  GapPlacer(const Siblings& a, const Siblings& b, bool by_durations, bool ends_free)
      : a_(a), b_(b), by_durations_(by_durations), ends_free_(ends_free) {}

  /// `fixed`: indices of runs that stay in place, in order.
  std::vector<AlignmentRun> place(std::vector<AlignmentRun>& runs,
                                  const std::vector<std::size_t>& fixed) {
    std::size_t next_fixed = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (next_fixed < fixed.size() && fixed[next_fixed] == i) {
        append(runs[i].column, runs[i].length);
        ++next_fixed;
        continue;
      }
      const bool is_gap =
          runs[i].column == AlignmentColumn::only_a || runs[i].column == AlignmentColumn::only_b;
      AlignmentRun* const right =
          i + 1 < runs.size() && runs[i + 1].column == AlignmentColumn::match ? &runs[i + 1]
                                                                              : nullptr;
      if (is_gap && !(ends_free_ && is_at_end(runs[i].column))) {
        place_one(runs[i], right);
      } else {
        append(runs[i].column, runs[i].length);
      }
    }
    return std::move(placed_);
  }

 private:
  [[nodiscard]] bool is_at_end(AlignmentColumn column) const {
    return column == AlignmentColumn::only_a ? column_ == 0 || column_ == b_.size()
                                             : row_ == 0 || row_ == a_.size();
  }

  [[nodiscard]] uint64_t left_matches() const {
    return !placed_.empty() && placed_.back().column == AlignmentColumn::match
               ? placed_.back().length
               : 0;
  }

  // `right` is the run of matches after the gap, or null.
  void place_one(const AlignmentRun& gap, AlignmentRun* right) {
    const int64_t chosen = best_move(gap, right != nullptr ? right->length : 0);
    if (chosen < 0) {
      const auto moved = static_cast<uint64_t>(-chosen);
      placed_.back().length -= moved;
      row_ -= moved;
      column_ -= moved;
      if (placed_.back().length == 0) placed_.pop_back();
      append(gap.column, gap.length);
      append(AlignmentColumn::match, moved);
      return;
    }
    const auto moved = static_cast<uint64_t>(chosen);
    append(AlignmentColumn::match, moved);
    if (moved != 0) right->length -= moved;
    append(gap.column, gap.length);
  }

  // Distance to the best place: to the right, or negative to the left.
  [[nodiscard]] int64_t best_move(const AlignmentRun& gap, uint64_t right) const {
    const uint64_t in_a = gap.column == AlignmentColumn::only_a ? gap.length : 0;
    const uint64_t in_b = gap.column == AlignmentColumn::only_b ? gap.length : 0;
    int64_t best = 0;
    Merit best_merit;
    Merit merit;
    const uint64_t left = left_matches();
    for (uint64_t t = 1; t <= left; ++t) {
      const uint64_t i = row_ + in_a - t;
      const uint64_t j = column_ + in_b - t;
      if (a_.symbol(i) != b_.symbol(j)) break;
      change(merit, i, j, row_ - t, column_ - t);
      if (is_better(merit, best_merit, false)) {
        best = -static_cast<int64_t>(t);
        best_merit = merit;
      }
    }
    merit = {};
    for (uint64_t t = 1; t <= right; ++t) {
      const uint64_t i = row_ + t - 1;
      const uint64_t j = column_ + t - 1;
      if (a_.symbol(i) != b_.symbol(j)) break;
      change(merit, i, j, i + in_a, j + in_b);
      if (is_better(merit, best_merit, true)) {
        best = static_cast<int64_t>(t);
        best_merit = merit;
      }
    }
    return best;
  }

  // (i, j) become a pair instead of (old_i, old_j).
  void change(Merit& merit, uint64_t i, uint64_t j, uint64_t old_i, uint64_t old_j) const {
    merit.equal_subtrees += a_.hash(i) == b_.hash(j) ? 1 : 0;
    merit.equal_subtrees -= a_.hash(old_i) == b_.hash(old_j) ? 1 : 0;
    if (!by_durations_) return;
    merit.durations += std::abs(a_.duration(old_i) - b_.duration(old_j));
    merit.durations -= std::abs(a_.duration(i) - b_.duration(j));
  }

  // `if_equal` decides between equal merits, so that the later place wins: calls go away from the
  // gap.
  static bool is_better(const Merit& merit, const Merit& than, bool if_equal) {
    if (merit.equal_subtrees != than.equal_subtrees) {
      return merit.equal_subtrees > than.equal_subtrees;
    }
    return if_equal ? merit.durations >= than.durations : merit.durations > than.durations;
  }

  void append(AlignmentColumn column, uint64_t length) {
    if (length == 0) return;
    if (!placed_.empty() && placed_.back().column == column) {
      placed_.back().length += length;
    } else {
      placed_.push_back({column, length});
    }
    if (column != AlignmentColumn::only_b) row_ += length;
    if (column != AlignmentColumn::only_a) column_ += length;
  }

  const Siblings& a_;
  const Siblings& b_;
  bool by_durations_;
  bool ends_free_;
  std::vector<AlignmentRun> placed_;
  uint64_t row_ = 0;     // next row of A after placed_
  uint64_t column_ = 0;  // next row of B
};

}  // namespace

void place_gaps(const Siblings& a, const Siblings& b, bool by_durations, bool ends_free,
                SiblingAlignment& alignment) {
  alignment.runs = GapPlacer(a, b, by_durations, ends_free).place(alignment.runs, alignment.fixed);
}

}  // namespace paje
