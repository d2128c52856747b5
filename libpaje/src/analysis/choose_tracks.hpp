// Chooses the states that an analysis examines, and classifies their values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// Whether it is a barrier of threads of one process: a wait without messages.
[[nodiscard]] inline bool is_of_threads(const Classes::Meaning& meaning) {
  return meaning.value_class == ValueClass::waiting && meaning.kind == CallKind::barrier;
}

/// Whether a state is one piece with everything inside it. A wait of threads is not, because
/// threads may run tasks while they wait; nor is a parallel region, which contains all of their
/// work.
[[nodiscard]] inline bool is_one_piece(const Classes::Meaning& meaning) {
  if (meaning.value_class == ValueClass::communication) return true;
  return meaning.kind != CallKind::local && meaning.kind != CallKind::parallel_region &&
         !is_of_threads(meaning);
}

struct TrackChoice {
  std::vector<DependencyGraph::Value> values;
  std::vector<uint32_t> number_of_value;  ///< by ValueId: index in `values`
  /// By row of states, the same; empty unless states of one value differ in meaning.
  std::vector<uint32_t> number_of_row;
  std::vector<DependencyGraph::Track> tracks;  ///< without their pieces
  std::vector<Track> rows;                     ///< by track: its states
  std::vector<double> starts;                  ///< by track
  /// By track, where states of other types end on its container; -infinity if there are none.
  std::vector<double> ends_of_others;
  std::vector<uint32_t> track_of_container;
  bool links_connect_tasks = false;
  uint64_t states_of_other_types = 0;

  /// The index in `values` of the value of a state.
  [[nodiscard]] uint32_t number_of(uint64_t row, ValueId value) const {
    return number_of_row.empty() ? number_of_value[value.index] : number_of_row[row];
  }
  [[nodiscard]] const Classes::Meaning& meaning_of(uint64_t row, ValueId value) const {
    return values[number_of(row, value)].meaning;
  }
};

/// Chooses one state type for each container: one with communication, then the one with the most
/// states. Tracks are in natural order of their names.
TrackChoice choose_tracks(const Trace& trace, const Classes& classes, ThreadPool& pool);

/// Whether some value is of this kind.
[[nodiscard]] bool has_kind(const TrackChoice& choice, CallKind kind);

// The same in steps, for traces that several processes share.

/// The states of one type in a container.
struct StateTrack {
  ContainerId container;
  TypeId type;
  uint64_t states = 0;
  bool communicates = false;  ///< only used if a container has several types
};
/// A choice without tracks: only the meaning of values.
TrackChoice number_values(const Trace& trace, const Classes& classes);
/// All candidates for tracks: containers and types that have states, other than of the recording.
std::vector<StateTrack> state_tracks(const Trace& trace, const TrackChoice& choice,
                                     ThreadPool& pool);
/// Chooses from `all`, sorted by container, then type.
void choose_tracks(const Trace& trace, std::span<const StateTrack> all, TrackChoice& choice);
/// Finds the starts of tracks, as the first choose_tracks() does; only for tracks with states here.
void find_starts(const Trace& trace, TrackChoice& choice);

}  // namespace paje
