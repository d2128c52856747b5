#include "sql/state_layers.hpp"

#include <algorithm>
#include <limits>

#include "paje/mpi_names.hpp"
#include "paje/nesting.hpp"

namespace paje::tools {

namespace {

using Tracks = std::span<const Track>;

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
void share_moments(const StateColumns& states, std::vector<uint32_t>& open, double from, double to,
                   SparseNumbers<double>& own) {
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

std::vector<bool> mpi_values(const Trace& trace) {
  std::vector<bool> are_of_mpi;
  for (const EntityValue& value : trace.values()) {
    are_of_mpi.push_back(is_mpi(trace[value.type].name.text, value.name.text));
  }
  return are_of_mpi;
}

// Marks those of one track.
void mark_outer(const StateColumns& states, const Track& track, const std::vector<bool>& is_of_mpi,
                SparseNumbers<uint8_t>& is_outer) {
  constexpr uint32_t kNone = UINT32_MAX;
  uint32_t around = kNone;  // the depth of the state of MPI that the last one was in, or was
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (states.depth[row] > around && around != kNone) continue;
    around = kNone;
    if (!is_of_mpi[states.value[row].index]) continue;
    is_outer[row] = 1;
    around = states.depth[row];
  }
}

// Unmarks those that are inside one of another type.
void keep_outermost(const StateColumns& states, Tracks tracks, SparseNumbers<uint8_t>& is_outer) {
  const auto track_of = [&](uint64_t row) {
    return std::find_if(tracks.begin(), tracks.end(),
                        [&](const Track& track) { return row < track.last; });
  };
  uint32_t last = UINT32_MAX;  // of those kept, the one that ends last
  for (const uint32_t row :
       rows_in_order(states, tracks, [&](uint64_t of) { return is_outer[of] != 0; })) {
    if (last != UINT32_MAX && states.end[row] <= states.end[last]) {
      const bool is_same = states.start[row] == states.start[last] &&
                           states.end[row] == states.end[last] && track_of(row) != track_of(last);
      // One that takes no time, at the end of another, is after it.
      if (states.start[row] < states.end[last] || is_same) {
        is_outer[row] = 0;
        continue;
      }
    }
    last = row;
  }
}

uint64_t rows_of(Tracks tracks) { return tracks.empty() ? 0 : tracks.back().last; }

}  // namespace

StateLayers::StateLayers(const Trace& trace, std::span<const Track> tracks)
    : trace_(trace),
      parents_(rows_of(tracks)),
      exclusive_(rows_of(tracks)),
      own_(rows_of(tracks)),
      is_outer_(rows_of(tracks)) {
  for (std::size_t i = 0; i < tracks.size();) {
    std::size_t end = i + 1;
    while (end < tracks.size() && tracks[end].container == tracks[i].container) ++end;
    groups_.push_back({tracks.subspan(i, end - i)});
    i = end;
  }
}

StateLayers::Group& StateLayers::group_of(uint64_t row) {
  const RowRange last = groups_[last_].rows();
  if (row < last.first || row >= last.last) {
    const auto found =
        std::partition_point(groups_.begin(), groups_.end(),
                             [&](const Group& group) { return group.rows().last <= row; });
    last_ = static_cast<std::size_t>(found - groups_.begin());
  }
  return groups_[last_];
}

void StateLayers::nest(Group& group) {
  if (group.is_nested) return;
  const StateColumns states = trace_.states(group.rows());
  for (const Track& track : group.tracks) {
    for_each_nesting(states, track, [&](uint64_t row, uint64_t around) {
      const double duration = states.end[row] - states.start[row];
      exclusive_[row] = duration;
      parents_[row] = around == paje::kNoRow ? kNoRow : static_cast<uint32_t>(around);
      if (around != paje::kNoRow) exclusive_[around] -= duration;
    });
  }
  group.is_nested = true;
}

void StateLayers::share_out(Group& group) {
  if (group.is_shared_out) return;
  const StateColumns states = trace_.states(group.rows());
  const auto rows = rows_in_order(states, group.tracks, [](uint64_t) { return true; });
  std::vector<uint32_t> open;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    open.push_back(rows[i]);
    const bool is_last = i + 1 == rows.size();
    const double to = is_last ? std::numeric_limits<double>::infinity() : states.start[rows[i + 1]];
    share_moments(states, open, states.start[rows[i]], to, own_);
  }
  group.is_shared_out = true;
}

void StateLayers::mark(Group& group) {
  if (group.is_marked) return;
  if (is_of_mpi_.empty()) is_of_mpi_ = mpi_values(trace_);
  const StateColumns states = trace_.states(group.rows());
  for (const Track& track : group.tracks) mark_outer(states, track, is_of_mpi_, is_outer_);
  if (group.tracks.size() > 1) keep_outermost(states, group.tracks, is_outer_);
  group.is_marked = true;
}

uint32_t StateLayers::parent(uint64_t row) {
  nest(group_of(row));
  return parents_[row];
}

double StateLayers::exclusive(uint64_t row) {
  nest(group_of(row));
  return exclusive_[row];
}

double StateLayers::own(uint64_t row) {
  Group& group = group_of(row);
  if (group.tracks.size() == 1) return exclusive(row);
  share_out(group);
  return own_[row];
}

bool StateLayers::is_outer_of_mpi(uint64_t row) {
  mark(group_of(row));
  return is_outer_[row] != 0;
}

std::span<const double> StateLayers::all_exclusive() {
  for (Group& group : groups_) nest(group);
  return exclusive_.span();
}

std::span<const double> StateLayers::all_own() {
  const auto has_one_type = [](const Group& group) { return group.tracks.size() == 1; };
  if (std::all_of(groups_.begin(), groups_.end(), has_one_type)) return all_exclusive();
  for (Group& group : groups_) {
    if (!has_one_type(group)) {
      share_out(group);
      continue;
    }
    nest(group);
    for (uint64_t row = group.rows().first; row < group.rows().last; ++row) {
      own_[row] = exclusive_[row];
    }
  }
  return own_.span();
}

std::vector<Stretch> StateLayers::stretches() {
  std::vector<Stretch> stretches;
  for (const Group& group : groups_) {
    const StateColumns states = trace_.states(group.rows());
    const auto is_outermost = [&](uint64_t row) { return states.depth[row] == 0; };
    bool is_first = true;
    for (const uint32_t row : rows_in_order(states, group.tracks, is_outermost)) {
      if (is_first || states.start[row] > stretches.back().end) {
        stretches.push_back({group.tracks.front().container, states.start[row], states.end[row]});
      } else {
        stretches.back().end = std::max(stretches.back().end, states.end[row]);
      }
      is_first = false;
    }
  }
  return stretches;
}

}  // namespace paje::tools
