// Finds pairs of states that changed places. An alignment pairs one of them, and leaves the other
// alone in both runs: before that pair in one run, after it in the other. If there are more equal
// states, an arbitrary rule decides which one is left alone, so gaps also count that could move
// there.
#include <optional>

#include "comparison/sibling_alignment.hpp"

namespace paje {

namespace {

bool is_gap(AlignmentColumn column) {
  return column == AlignmentColumn::only_a || column == AlignmentColumn::only_b;
}

class SwapFinder {
 public:
  SwapFinder(const Siblings& a, const Siblings& b, const std::vector<AlignmentRun>& runs)
      : a_(a), b_(b), runs_(runs) {}

  SiblingAlignment find(bool ends_free) {
    if (!runs_.empty()) left_ = runs_[0];
    while (run_ < runs_.size()) {
      const AlignmentRun run = left_;
      // Gaps at free ends do not count.
      if (is_gap(run.column) && !ends_free && skip_passing(run)) continue;
      if (run.column == AlignmentColumn::mismatch) find_exchanges(run.length);
      put(run.column, run.length);
      next_run();
    }
    return std::move(found_);
  }

 private:
  void next_run() {
    ++run_;
    if (run_ < runs_.size()) left_ = runs_[run_];
  }

  void put(AlignmentColumn column, uint64_t length) {
    if (length == 0) return;
    found_.runs.push_back({column, length});
    if (column != AlignmentColumn::only_b) row_a_ += length;
    if (column != AlignmentColumn::only_a) row_b_ += length;
  }
  void put_fixed(AlignmentColumn column) {
    found_.fixed.push_back(found_.runs.size());
    put(column, 1);
  }

  // Of `length` pairs from (i, j), the only one that does not have `hash` on both sides.
  [[nodiscard]] std::optional<uint64_t> only_other(std::size_t i, std::size_t j, uint64_t length,
                                                   uint64_t hash) const {
    std::optional<uint64_t> other;
    for (uint64_t t = 0; t < length; ++t) {
      if (a_.hash(i + t) == hash && b_.hash(j + t) == hash) continue;
      if (other) return std::nullopt;
      other = t;
    }
    return other;
  }

  // For a gap, matches, and a gap in the other run: whether the last state of the first gap moved
  // past one of the matches, and is the first state of the second gap.
  bool skip_passing(const AlignmentRun& gap) {
    if (run_ + 2 >= runs_.size()) return false;
    const AlignmentRun matches = runs_[run_ + 1];
    const AlignmentRun other = runs_[run_ + 2];
    if (matches.column != AlignmentColumn::match || !is_gap(other.column) ||
        other.column == gap.column) {
      return false;
    }
    const bool is_a = gap.column == AlignmentColumn::only_a;
    const std::size_t i = row_a_ + (is_a ? gap.length : 0);
    const std::size_t j = row_b_ + (is_a ? 0 : gap.length);
    const uint64_t hash = is_a ? a_.hash(i - 1) : b_.hash(j - 1);
    if (hash != (is_a ? b_.hash(j + matches.length) : a_.hash(i + matches.length))) return false;
    const auto passed = only_other(i, j, matches.length, hash);
    if (!passed) return false;
    put(gap.column, gap.length - 1);
    put(AlignmentColumn::match, *passed);
    found_.swaps.push_back({row_a_, row_a_ + 1, row_b_, row_b_ + 1, gap.column});
    put_fixed(gap.column);
    put(AlignmentColumn::match, 1);
    put_fixed(other.column);
    put(AlignmentColumn::match, matches.length - *passed - 1);
    run_ += 2;
    left_ = {other.column, other.length - 1};
    if (left_.length == 0) next_run();
    return true;
  }

  [[nodiscard]] bool is_behind_matches() const {
    return run_ >= 2 && runs_[run_ - 1].column == AlignmentColumn::match &&
           runs_[run_ - 2].column == AlignmentColumn::mismatch;
  }

  // Handles unequal pairs. Each may have the states of the previous unequal pair, in this run or
  // before the last matches.
  void find_exchanges(uint64_t length) {
    for (uint64_t t = 0; t < length; ++t) {
      const std::size_t i = row_a_ + t;
      const std::size_t j = row_b_ + t;
      const bool is_near = t > 0 || is_behind_matches();
      if (is_near && unequal_ && a_.hash(unequal_->first) == b_.hash(j) &&
          b_.hash(unequal_->second) == a_.hash(i)) {
        found_.swaps.push_back(
            {unequal_->first, i, unequal_->second, j, AlignmentColumn::mismatch});
        unequal_.reset();
      } else {
        unequal_ = {i, j};
      }
    }
  }

  const Siblings& a_;
  const Siblings& b_;
  const std::vector<AlignmentRun>& runs_;
  std::size_t run_ = 0;
  AlignmentRun left_{};  // what is left of the run
  std::size_t row_a_ = 0, row_b_ = 0;
  std::optional<std::pair<std::size_t, std::size_t>> unequal_;  // the last unequal pair in no swap
  SiblingAlignment found_;
};

}  // namespace

SiblingAlignment find_swaps(const Siblings& a, const Siblings& b, bool ends_free,
                            const std::vector<AlignmentRun>& runs) {
  return SwapFinder(a, b, runs).find(ends_free);
}

}  // namespace paje
