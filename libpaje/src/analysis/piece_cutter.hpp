// Cuts the states of one track into pieces, state by state.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/choose_tracks.hpp"

namespace paje {

// Takes the nested states of one track, and calls emit(start, value) for each piece.
template <class Emit>
class PieceCutter {
 public:
  PieceCutter(double start, Emit emit) : emit_(std::move(emit)), cursor_(start) {}

  /// Adds the next state, which is inside `depth` others. A whole state is one piece with all
  /// inside it.
  void add(double start, double end, uint32_t value, uint32_t depth, bool is_whole) {
    while (open_.size() > depth) close();
    if (whole_ == 0) {
      if (start > cursor_) emit_(cursor_, open_.empty() ? 0 : open_.back().value);
      cursor_ = start;
    }
    open_.push_back({end, value, start == end});
    if (is_whole && whole_ == 0) whole_ = open_.size();
  }
  /// Call it at the end of the track; returns that end.
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
  std::size_t whole_ = 0;  // number of open states up to the outermost whole one; 0: there is none
};

// Calls emit(start, value) for each piece of a track that starts at `start`; returns its end.
template <class Emit>
double cut_track(const Trace& trace, const Track& rows, const TrackChoice& choice, double start,
                 Emit emit) {
  const StateColumns states = trace.states();
  PieceCutter<Emit> cutter(start, std::move(emit));
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    const uint32_t value = choice.number_of(row, states.value[row]);
    cutter.add(states.start[row], states.end[row], value, states.depth[row],
               is_one_piece(choice.values[value].meaning));
  }
  return cutter.finish();
}

}  // namespace paje
