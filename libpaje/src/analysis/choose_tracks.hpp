// Which states of a trace an analysis looks at, and what their values mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// A barrier of the threads of one process: it waits, and nothing is sent.
[[nodiscard]] inline bool is_of_threads(const Classes::Meaning& meaning) {
  return meaning.value_class == ValueClass::waiting && meaning.kind == CallKind::barrier;
}

/// Whether states of a meaning are pieces as a whole. Threads do tasks while they wait for each
/// other, and all that they do in a parallel region.
[[nodiscard]] inline bool is_one_piece(const Classes::Meaning& meaning) {
  if (meaning.value_class == ValueClass::communication) return true;
  return meaning.kind != CallKind::local && meaning.kind != CallKind::parallel_region &&
         !is_of_threads(meaning);
}

struct TrackChoice {
  std::vector<DependencyGraph::Value> values;
  std::vector<uint32_t> number_of_value;       ///< by ValueId: its place among `values`
  std::vector<DependencyGraph::Track> tracks;  ///< without their pieces
  std::vector<Track> rows;                     ///< by track: the states
  std::vector<double> starts;                  ///< by track
  std::vector<uint32_t> track_of_container;
  bool links_connect_tasks = false;
  uint64_t states_of_other_types = 0;
};

/// Of a container with several types of states one is chosen: with communication before without,
/// then the one with the most states. Tracks come in the natural order of their names.
TrackChoice choose_tracks(const Trace& trace, const Classes& classes, ThreadPool& pool);

/// Whether some value has a kind.
[[nodiscard]] bool has_kind(const TrackChoice& choice, CallKind kind);

// The same in steps, for traces that several processes have a share of.

/// The states of one type that a container has.
struct StateTrack {
  ContainerId container;
  TypeId type;
  uint64_t states = 0;
  bool communicates = false;  ///< which matters only where a container has several
};
/// A choice without tracks: what values mean.
TrackChoice number_values(const Trace& trace, const Classes& classes);
/// The tracks of a trace that have states.
std::vector<StateTrack> state_tracks(const Trace& trace, const TrackChoice& choice,
                                     ThreadPool& pool);
/// Chooses from `all`, which are in the order of containers, then types.
void choose_tracks(const Trace& trace, std::span<const StateTrack> all, TrackChoice& choice);
/// Where tracks start, as choose_tracks() finds it: at the first state, if there is one here.
void find_starts(const Trace& trace, TrackChoice& choice);

}  // namespace paje
