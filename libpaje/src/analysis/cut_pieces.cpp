#include "analysis/cut_pieces.hpp"

#include <stdexcept>

namespace paje {

namespace {

// Walks the states of one track, which nest, and calls emit(start, value) for each piece.
template <class Emit>
class PieceCutter {
 public:
  PieceCutter(double start, Emit emit) : emit_(std::move(emit)), cursor_(start) {}

  /// The next state, inside of `depth` others. A whole one is one piece with all inside it.
  void add(double start, double end, uint32_t value, uint32_t depth, bool is_whole) {
    while (open_.size() > depth) close();
    if (whole_ == 0) {
      if (start > cursor_) emit_(cursor_, open_.empty() ? 0 : open_.back().value);
      cursor_ = start;
    }
    open_.push_back({end, value, start == end});
    if (is_whole && whole_ == 0) whole_ = open_.size();
  }
  /// The end of the track.
  double finish() {
    while (!open_.empty()) close();
    return cursor_;
  }

 private:
  struct Open {
    double end;
    uint32_t value;
    bool is_empty;
  };

  void close() {
    const Open state = open_.back();
    const bool is_inside = whole_ != 0 && open_.size() > whole_;
    const bool is_whole = whole_ != 0 && open_.size() == whole_;
    open_.pop_back();
    if (is_inside) return;
    if (is_whole || state.is_empty || state.end > cursor_) emit_(cursor_, state.value);
    cursor_ = std::max(cursor_, state.end);
    if (is_whole) whole_ = 0;
  }

  Emit emit_;
  double cursor_;
  std::vector<Open> open_;
  std::size_t whole_ = 0;  // how many states are open at the outermost whole one; 0: none is
};

template <class Emit>
double cut(const Trace& trace, const Track& rows, const TrackChoice& choice, Emit emit) {
  const StateColumns states = trace.states();
  PieceCutter<Emit> cutter(states.start[rows.first], std::move(emit));
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    const uint32_t value = choice.number_of_value[states.value[row].index];
    const Classes::Meaning meaning = choice.values[value].meaning;
    const bool is_whole =
        meaning.value_class == ValueClass::communication || meaning.kind != CallKind::local;
    cutter.add(states.start[row], states.end[row], value, states.depth[row], is_whole);
  }
  return cutter.finish();
}

}  // namespace

Pieces cut_pieces(const Trace& trace, TrackChoice& choice, ThreadPool& pool) {
  std::vector<uint64_t> counts(choice.tracks.size());
  pool.for_each(counts.size(), [&](std::size_t i) {
    uint64_t count = 0;
    cut(trace, choice.rows[i], choice, [&](double, uint32_t) { ++count; });
    counts[i] = count;
  });
  uint64_t next = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (next + counts[i] + 1 >= DependencyGraph::kNone) {
      throw std::length_error("more than 4 billion pieces of time; select containers or a time");
    }
    choice.tracks[i].first = static_cast<uint32_t>(next);
    choice.tracks[i].last = static_cast<uint32_t>(next + counts[i]);
    next += counts[i] + 1;
  }
  Pieces pieces;
  pieces.starts.resize(next);
  pieces.values.resize(next);
  pool.for_each(counts.size(), [&](std::size_t i) {
    uint32_t piece = choice.tracks[i].first;
    pieces.starts[choice.tracks[i].last] =
        cut(trace, choice.rows[i], choice, [&](double start, uint32_t value) {
          pieces.starts[piece] = start;
          pieces.values[piece++] = value;
        });
  });
  return pieces;
}

}  // namespace paje
