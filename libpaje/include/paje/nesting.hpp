// Nesting of states: the parent of each, and its exclusive time.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

inline constexpr uint64_t kNoRow = UINT64_MAX;

/// Calls visit(row, around) for every state of a track, in the order of rows; `around` is the row
/// of the state that directly encloses it, or kNoRow. O(states).
template <class Visit>
void for_each_nesting(const StateColumns& states, const Track& track, Visit&& visit) {
  std::vector<uint64_t> open;  // the innermost state so far of each depth
  for (uint64_t row = track.first; row < track.last; ++row) {
    const uint32_t depth = states.depth[row];
    if (open.size() != depth) open.resize(depth, kNoRow);
    visit(row, depth == 0 ? kNoRow : open.back());
    open.push_back(row);
  }
}

/// The same for the states of all tracks.
template <class Visit>
void for_each_nesting(const Trace& trace, Visit&& visit) {
  const StateColumns states = trace.states();
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state) for_each_nesting(states, track, visit);
  }
}

/// The duration of each state without the states directly inside it. O(states).
inline std::vector<double> exclusive_times(const Trace& trace) {
  const StateColumns states = trace.states();
  std::vector<double> exclusive(states.start.size());
  for_each_nesting(trace, [&](uint64_t row, uint64_t around) {
    const double duration = states.end[row] - states.start[row];
    exclusive[row] = duration;
    if (around != kNoRow) exclusive[around] -= duration;
  });
  return exclusive;
}

}  // namespace paje
