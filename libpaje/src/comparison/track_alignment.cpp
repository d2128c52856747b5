#include "comparison/track_alignment.hpp"

#include <algorithm>

#include "comparison/sibling_alignment.hpp"

namespace paje {

namespace {

// Siblings of both tracks that are being paired, and the progress. An explicit stack instead of
// recursion, because states may nest deeper than the call stack allows.
struct Frame {
  std::vector<AlignmentRun> runs;
  std::size_t run = 0;
  uint64_t done = 0;  // finished columns of the run
  uint32_t a, a_first, a_last;
  uint32_t b, b_first, b_last;
  // Swaps, with the kind of their first column.
  std::vector<std::pair<StateSwap, AlignmentColumn>> swaps = {};
  std::size_t swap = 0;
};

class TrackAligner {
 public:
  TrackAligner(const TrackTree& a, const TrackTree& b, const ComparisonOptions& options,
               ThreadPool& parallel)
      : a_(a),
        b_(b),
        options_(options),
        below_(options.alignment),
        parallel_(parallel),
        siblings_a_{a, {}},
        siblings_b_{b, {}} {
    below_.ends_free = false;  // runs may start and end at different points, states may not
    result_.columns.reserve(std::max(a.size(), b.size()));
  }

  TrackAlignment run() {
    open(0, a_.size(), 0, b_.size(), options_.alignment);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.run == frame.runs.size()) {
        frames_.pop_back();
      } else if (frame.done == frame.runs[frame.run].length) {
        ++frame.run;
        frame.done = 0;
      } else {
        ++frame.done;
        add_column(frame, frame.runs[frame.run].column);
      }
    }
    std::sort(result_.swaps.begin(), result_.swaps.end(),
              [](const StateSwap& x, const StateSwap& y) { return x.first < y.first; });
    return std::move(result_);
  }

 private:
  SiblingAlignment align_below(uint32_t a, uint32_t a_last, uint32_t b, uint32_t b_last,
                               const AlignmentOptions& alignment) {
    siblings_a_.collect(a, a_last);
    siblings_b_.collect(b, b_last);
    return align_siblings(siblings_a_, siblings_b_, alignment, options_.placement, scratch_,
                          parallel_);
  }

  void open(uint32_t a, uint32_t a_last, uint32_t b, uint32_t b_last,
            const AlignmentOptions& alignment) {
    push(a, a_last, b, b_last, align_below(a, a_last, b, b_last, alignment));
  }

  // Pushes a frame for the siblings that were aligned last.
  void push(uint32_t a, uint32_t a_last, uint32_t b, uint32_t b_last, SiblingAlignment found) {
    Frame frame{std::move(found.runs), 0, 0, a, a, a_last, b, b, b_last};
    for (const SiblingSwap& swap : found.swaps) {
      StateSwap states;
      states.first_in_a = siblings_a_.rows[swap.first_in_a];
      states.second_in_a = siblings_a_.rows[swap.second_in_a];
      states.first_in_b = siblings_b_.rows[swap.first_in_b];
      states.second_in_b = siblings_b_.rows[swap.second_in_b];
      states.time_a = a_.states.start_of(states.first_in_a);
      states.time_b = b_.states.start_of(states.first_in_b);
      frame.swaps.emplace_back(states, swap.kind);
    }
    frames_.push_back(std::move(frame));
  }

  // Whether a column starts or ends the next swap of its frame.
  struct SwapPart {
    bool is_first = false, is_last = false;
    [[nodiscard]] bool is_any() const { return is_first || is_last; }
  };
  static SwapPart part_of_swap(const Frame& frame, AlignmentColumn column) {
    if (frame.swap == frame.swaps.size()) return {};
    const auto& [swap, kind] = frame.swaps[frame.swap];
    const bool in_a = column != AlignmentColumn::only_b;
    const bool is_first =
        column == kind && (in_a ? frame.a == swap.first_in_a : frame.b == swap.first_in_b);
    const bool is_other = kind == AlignmentColumn::mismatch
                              ? column == kind
                              : column != kind && column != AlignmentColumn::match;
    const bool is_last =
        is_other && (in_a ? frame.a == swap.second_in_a : frame.b == swap.second_in_b);
    return {is_first, is_last};
  }

  // Opening a frame may move other frames in memory.
  void add_column(Frame& frame, AlignmentColumn column) {
    const uint32_t a = frame.a;
    const uint32_t b = frame.b;
    const SwapPart part = part_of_swap(frame, column);
    if (part.is_first) frame.swaps[frame.swap].first.first = result_.columns.size();
    if (options_.alignment.ends_free && frames_.size() == 1) count_free(frame, column);
    if (column != AlignmentColumn::only_b) frame.a = a_.next[a];
    if (column != AlignmentColumn::only_a) frame.b = b_.next[b];
    const uint64_t gaps = result_.gaps_a;
    switch (column) {
      case AlignmentColumn::match:
        return pair(a, b);
      case AlignmentColumn::mismatch:
        add_unequal(a, b, part.is_any());
        break;
      case AlignmentColumn::only_a:
        add_only_a(a, a_.next[a], true);
        break;
      case AlignmentColumn::only_b:
        add_only_b(b, b_.next[b], true);
        break;
    }
    // No frame was opened here.
    if (part.is_any()) result_.swapped_gaps += result_.gaps_a - gaps;
    if (part.is_last) {
      StateSwap& swap = frame.swaps[frame.swap++].first;
      swap.last = result_.columns.size() - 1;
      result_.swaps.push_back(swap);
    }
  }

  void add_unequal(uint32_t a, uint32_t b, bool is_swapped) {
    ++result_.mismatches;
    if (is_swapped) ++result_.swapped_mismatches;
    result_.columns.push_back({a, b});
    if (!is_swapped && open_unequal(a, b)) return;
    add_only_a(a + 1, a_.next[a], false);
    add_only_b(b + 1, b_.next[b], false);
  }

  // Returns whether the states below two unequal states are to be aligned.
  bool open_unequal(uint32_t a, uint32_t b) {
    if (options_.descent == Descent::equal || !a_.has_children(a) || !b_.has_children(b)) {
      return false;
    }
    const bool always = options_.descent == Descent::always;
    if (!always && !can_be_similar(a, b)) return false;
    SiblingAlignment found = align_below(a + 1, a_.next[a], b + 1, b_.next[b], below_);
    if (!always && !is_similar(found.runs)) return false;
    push(a + 1, a_.next[a], b + 1, b_.next[b], std::move(found));
    return true;
  }

  [[nodiscard]] bool is_half(uint64_t matches) const {
    return 2 * matches >= std::max(siblings_a_.size(), siblings_b_.size());
  }
  [[nodiscard]] bool is_similar(const std::vector<AlignmentRun>& runs) const {
    uint64_t matches = 0;
    for (const AlignmentRun& run : runs) {
      matches += run.column == AlignmentColumn::match ? run.length : 0;
    }
    return is_half(matches);
  }

  // Whether enough names are in both lists, in any order. A quick test that avoids an alignment.
  bool can_be_similar(uint32_t a, uint32_t b) {
    siblings_a_.collect(a + 1, a_.next[a]);
    siblings_b_.collect(b + 1, b_.next[b]);
    const auto sorted = [](const Siblings& siblings) {
      std::vector<uint32_t> symbols;
      for (std::size_t i = 0; i < siblings.size(); ++i) symbols.push_back(siblings.symbol(i));
      std::sort(symbols.begin(), symbols.end());
      return symbols;
    };
    const std::vector<uint32_t> in_a = sorted(siblings_a_);
    const std::vector<uint32_t> in_b = sorted(siblings_b_);
    uint64_t common = 0;
    for (std::size_t i = 0, j = 0; i < in_a.size() && j < in_b.size();) {
      common += in_a[i] == in_b[j] ? 1 : 0;
      const bool next_a = in_a[i] <= in_b[j];
      const bool next_b = in_b[j] <= in_a[i];
      i += next_a ? 1 : 0;
      j += next_b ? 1 : 0;
    }
    return is_half(common);
  }

  void count_free(const Frame& frame, AlignmentColumn column) {
    if (column == AlignmentColumn::only_a &&
        (frame.b == frame.b_first || frame.b == frame.b_last)) {
      result_.free_gaps += a_.next[frame.a] - frame.a;
    }
    if (column == AlignmentColumn::only_b &&
        (frame.a == frame.a_first || frame.a == frame.a_last)) {
      result_.free_gaps += b_.next[frame.b] - frame.b;
    }
  }

  void pair(uint32_t a, uint32_t b) {
    if (a_.hash[a] == b_.hash[b]) {
      // Equal subtrees are paired row by row.
      const uint32_t rows = a_.next[a] - a;
      for (uint32_t row = 0; row < rows; ++row) result_.columns.push_back({a + row, b + row});
      result_.matches += rows;
      return;
    }
    ++result_.matches;
    result_.columns.push_back({a, b});
    open(a + 1, a_.next[a], b + 1, b_.next[b], below_);
  }

  void add_only_a(uint32_t first, uint32_t last, bool show_first) {
    result_.gaps_a += last - first;
    for (uint32_t row = first; row < last; ++row) {
      const bool shown = options_.descent == Descent::always || (show_first && row == first);
      if (!shown) break;
      result_.columns.push_back({row, StateColumn::kGap});
    }
  }
  void add_only_b(uint32_t first, uint32_t last, bool show_first) {
    result_.gaps_b += last - first;
    for (uint32_t row = first; row < last; ++row) {
      const bool shown = options_.descent == Descent::always || (show_first && row == first);
      if (!shown) break;
      result_.columns.push_back({StateColumn::kGap, row});
    }
  }

  const TrackTree& a_;
  const TrackTree& b_;
  const ComparisonOptions& options_;
  AlignmentOptions below_;
  ThreadPool& parallel_;
  Siblings siblings_a_;
  Siblings siblings_b_;
  SiblingScratch scratch_;
  std::vector<Frame> frames_;
  TrackAlignment result_;
};

}  // namespace

TrackAlignment align_tracks(const TrackTree& a, const TrackTree& b,
                            const ComparisonOptions& options, ThreadPool& parallel) {
  return TrackAligner(a, b, options, parallel).run();
}

}  // namespace paje
