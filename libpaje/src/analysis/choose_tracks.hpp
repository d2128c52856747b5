// Which states of a trace an analysis looks at, and what their values mean.
#pragma once

#include <cstdint>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

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

}  // namespace paje
