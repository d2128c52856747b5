#include "sql/state_layers.hpp"

#include <algorithm>
#include <limits>

#include "sql/mpi_names.hpp"

namespace paje::tools {

namespace {

using Tracks = std::span<const Track>;

// Calls `work` with the tracks of each container: one for each type.
template <class Work>
void for_each_container(TraceFacts& facts, Work&& work) {
  const Tracks all = facts.tracks(TypeKind::state);
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && all[end].container == all[i].container) ++end;
    work(all.subspan(i, end - i));
    i = end;
  }
}

// Of all tracks, ordered so that what is inside another follows it.
template <class Wanted>
std::vector<uint32_t> rows_in_order(const StateColumns& states, Tracks tracks, Wanted&& is_wanted) {
  std::vector<uint32_t> rows;
  for (const Track& track : tracks) {
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (is_wanted(row)) rows.push_back(static_cast<uint32_t>(row));
    }
  }
  if (tracks.size() == 1) return rows;
  std::stable_sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
    if (states.start[a] != states.start[b]) return states.start[a] < states.start[b];
    return states.end[a] > states.end[b];
  });
  return rows;
}

// Hands each moment to the last of `open` that has not ended, from `from` to `to`.
void share_out(const StateColumns& states, std::vector<uint32_t>& open, double from, double to,
               std::vector<double>& own) {
  while (!open.empty() && from < to) {
    const uint32_t row = open.back();
    const double end = std::min(states.end[row], to);
    if (end > from) {
      own[row] += end - from;
      from = end;
    }
    if (states.end[row] <= from) open.pop_back();
  }
}

}  // namespace

std::vector<double> own_times(TraceFacts& facts) {
  const StateColumns states = facts.trace().states();
  const auto exclusive = facts.exclusive();
  std::vector<double> own(exclusive.begin(), exclusive.end());
  for_each_container(facts, [&](Tracks tracks) {
    if (tracks.size() == 1) return;  // the same then
    const auto rows = rows_in_order(states, tracks, [](uint64_t) { return true; });
    for (const uint32_t row : rows) own[row] = 0;
    std::vector<uint32_t> open;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      open.push_back(rows[i]);
      const bool is_last = i + 1 == rows.size();
      const double to =
          is_last ? std::numeric_limits<double>::infinity() : states.start[rows[i + 1]];
      share_out(states, open, states.start[rows[i]], to, own);
    }
  });
  return own;
}

std::vector<Stretch> stretches_of_states(TraceFacts& facts) {
  const StateColumns states = facts.trace().states();
  std::vector<Stretch> stretches;
  for_each_container(facts, [&](Tracks tracks) {
    const auto is_outermost = [&](uint64_t row) { return states.depth[row] == 0; };
    bool is_first = true;
    for (const uint32_t row : rows_in_order(states, tracks, is_outermost)) {
      if (is_first || states.start[row] > stretches.back().end) {
        stretches.push_back({tracks.front().container, states.start[row], states.end[row]});
      } else {
        stretches.back().end = std::max(stretches.back().end, states.end[row]);
      }
      is_first = false;
    }
  });
  return stretches;
}

namespace {

std::vector<uint8_t> mpi_values(const Trace& trace) {
  std::vector<uint8_t> is_of_mpi;
  for (const EntityValue& value : trace.values()) {
    is_of_mpi.push_back(is_mpi(trace[value.type].name.text, value.name.text) ? 1 : 0);
  }
  return is_of_mpi;
}

// Marks those of one track.
void mark_outer(const StateColumns& states, const Track& track,
                const std::vector<uint8_t>& is_of_mpi, std::vector<uint8_t>& is_outer) {
  constexpr uint32_t kNone = UINT32_MAX;
  uint32_t around = kNone;  // the depth of the state of MPI that the last one was in, or was
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (states.depth[row] > around && around != kNone) continue;
    around = kNone;
    if (is_of_mpi[states.value[row].index] == 0) continue;
    is_outer[row] = 1;
    around = states.depth[row];
  }
}

// Unmarks those that are inside one of another type.
void keep_outermost(TraceFacts& facts, Tracks tracks, std::vector<uint8_t>& is_outer) {
  const StateColumns states = facts.trace().states();
  uint32_t last = UINT32_MAX;  // of those kept, the one that ends last
  for (const uint32_t row :
       rows_in_order(states, tracks, [&](uint64_t of) { return is_outer[of] != 0; })) {
    if (last != UINT32_MAX && states.end[row] <= states.end[last]) {
      const bool is_same =
          states.start[row] == states.start[last] && states.end[row] == states.end[last] &&
          &facts.track_of(TypeKind::state, row) != &facts.track_of(TypeKind::state, last);
      // One that takes no time, at the end of another, is after it.
      if (states.start[row] < states.end[last] || is_same) {
        is_outer[row] = 0;
        continue;
      }
    }
    last = row;
  }
}

}  // namespace

std::vector<uint8_t> outer_states_of_mpi(TraceFacts& facts) {
  const StateColumns states = facts.trace().states();
  const auto is_of_mpi = mpi_values(facts.trace());
  std::vector<uint8_t> is_outer(states.start.size());
  for_each_container(facts, [&](Tracks tracks) {
    for (const Track& track : tracks) mark_outer(states, track, is_of_mpi, is_outer);
    if (tracks.size() > 1) keep_outermost(facts, tracks, is_outer);
  });
  return is_outer;
}

}  // namespace paje::tools
