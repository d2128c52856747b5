#include "comparison/flow_alignment.hpp"

#include "comparison/sibling_alignment.hpp"

namespace paje {

namespace {

// Siblings of both flows being paired, and how far that has come. Frames and not calls, for states
// may nest deeper than calls can.
struct Frame {
  std::vector<AlignmentRun> runs;
  std::size_t run = 0;
  uint64_t done = 0;  // columns of the run
  uint32_t a, a_first, a_last;
  uint32_t b, b_first, b_last;
};

class FlowAligner {
 public:
  FlowAligner(const FlowTree& a, const FlowTree& b, const ComparisonOptions& options,
              ThreadPool& parallel)
      : a_(a),
        b_(b),
        options_(options),
        below_(options.alignment),
        parallel_(parallel),
        siblings_a_{a, {}},
        siblings_b_{b, {}} {
    below_.ends_free = false;  // runs may begin and stop at other points, states not
    result_.columns.reserve(std::max(a.size(), b.size()));
  }

  FlowAlignment run() {
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
        take(frame, frame.runs[frame.run].column);
      }
    }
    return std::move(result_);
  }

 private:
  void open(uint32_t a, uint32_t a_last, uint32_t b, uint32_t b_last,
            const AlignmentOptions& alignment) {
    siblings_a_.collect(a, a_last);
    siblings_b_.collect(b, b_last);
    Frame frame{{}, 0, 0, a, a, a_last, b, b, b_last};
    frame.runs = align_siblings(siblings_a_, siblings_b_, alignment, options_.placement, scratch_,
                                parallel_);
    frames_.push_back(std::move(frame));
  }

  // Opening a frame may move the others.
  void take(Frame& frame, AlignmentColumn column) {
    const uint32_t a = frame.a;
    const uint32_t b = frame.b;
    if (options_.alignment.ends_free && frames_.size() == 1) count_free(frame, column);
    if (column != AlignmentColumn::only_b) frame.a = a_.next[a];
    if (column != AlignmentColumn::only_a) frame.b = b_.next[b];
    switch (column) {
      case AlignmentColumn::match:
        return pair(a, b);
      case AlignmentColumn::mismatch:
        ++result_.mismatches;
        result_.columns.push_back({a, b});
        add_only_a(a + 1, a_.next[a], false);
        return add_only_b(b + 1, b_.next[b], false);
      case AlignmentColumn::only_a:
        return add_only_a(a, a_.next[a], true);
      case AlignmentColumn::only_b:
        return add_only_b(b, b_.next[b], true);
    }
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
      // Equal subtrees: row by row.
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

  const FlowTree& a_;
  const FlowTree& b_;
  const ComparisonOptions& options_;
  AlignmentOptions below_;
  ThreadPool& parallel_;
  Siblings siblings_a_;
  Siblings siblings_b_;
  SiblingScratch scratch_;
  std::vector<Frame> frames_;
  FlowAlignment result_;
};

}  // namespace

FlowAlignment align_flows(const FlowTree& a, const FlowTree& b, const ComparisonOptions& options,
                          ThreadPool& parallel) {
  return FlowAligner(a, b, options, parallel).run();
}

}  // namespace paje
