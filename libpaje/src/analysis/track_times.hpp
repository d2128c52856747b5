// The waits of each track, and the time that it spent in an interval.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/search_near.hpp"
#include "paje/waits.hpp"

namespace paje {

class TrackTimes {
 public:
  TrackTimes(const DependencyGraph& graph, const std::vector<Wait>& waits)
      : graph_(graph), waits_(waits), first_wait_(graph.tracks().size() + 1) {
    std::size_t wait = 0;
    for (std::size_t track = 0; track < graph.tracks().size(); ++track) {
      first_wait_[track] = static_cast<uint32_t>(wait);
      while (wait < waits.size() && waits[wait].piece < graph.tracks()[track].last) ++wait;
    }
    first_wait_.back() = static_cast<uint32_t>(wait);
  }

  /// The part of [from, to] before the track's first state.
  [[nodiscard]] double before(uint32_t track, double from, double to) const {
    const double first = graph_.start(graph_.tracks()[track].first);
    return from < first && to > from ? std::min(first, to) - from : 0;
  }

  /// Where the last search ended, as a hint for the next one.
  struct Place {
    uint32_t piece = 0;
    uint32_t wait = 0;
  };

  /// Calls visit(piece, waiting, other) for the pieces of a track in [from, to], with their time of
  /// waiting and the rest of their time.
  template <class Visit>
  void for_each_piece(uint32_t track, double from, double to, Place& near, Visit&& visit) const {
    const auto& pieces = graph_.tracks()[track];
    uint32_t wait = near.wait = first_wait_reaching(track, from, near.wait);
    near.piece = search_near(pieces.first, pieces.last, near.piece,
                             [&](uint32_t piece) { return graph_.end(piece) <= from; });
    for (uint32_t piece = near.piece; piece < pieces.last && graph_.start(piece) < to; ++piece) {
      double other = std::min(graph_.end(piece), to) - std::max(graph_.start(piece), from);
      double waiting = 0;
      while (wait < first_wait_[track + 1] && waits_[wait].piece < piece) ++wait;
      if (wait < first_wait_[track + 1] && waits_[wait].piece == piece) {
        waiting = overlap(wait, from, to);
        other -= waiting;
      }
      visit(piece, waiting, other);
    }
  }

  /// The waits [first, second) of a track that overlap [from, to].
  [[nodiscard]] std::pair<uint32_t, uint32_t> waits_in(uint32_t track, double from, double to,
                                                       const Place& near) const {
    const uint32_t first = first_wait_reaching(track, from, near.wait);
    uint32_t last = first;
    while (last < first_wait_[track + 1] && graph_.start(waits_[last].piece) < to) ++last;
    return {first, last};
  }

  [[nodiscard]] double overlap(uint32_t wait, double from, double to) const {
    const double start = graph_.start(waits_[wait].piece);
    return std::max(0.0, std::min(start + waits_[wait].amount, to) - std::max(start, from));
  }

 private:
  [[nodiscard]] uint32_t first_wait_reaching(uint32_t track, double from, uint32_t near) const {
    return search_near(first_wait_[track], first_wait_[track + 1], near, [&](uint32_t wait) {
      return graph_.start(waits_[wait].piece) + waits_[wait].amount <= from;
    });
  }

  const DependencyGraph& graph_;
  const std::vector<Wait>& waits_;
  std::vector<uint32_t> first_wait_;
};

}  // namespace paje
