// Threads that do a parallel region together: the team of a process. Between two regions they wait
// for the next fork, whatever the trace calls that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/group_collectives.hpp"

namespace paje {

/// By track: the container whose threads wait for each other, numbered as containers are. That of a
/// thread is its parent; a process that has a track of its own and threads below it is one of them.
std::vector<uint32_t> processes_of_tracks(const Trace& trace,
                                          std::span<const DependencyGraph::Track> tracks);

/// A time span of a track in which it does one thing, whatever its states say: it waits for a fork.
/// If it is empty, the track forks.
struct TeamSpan {
  double start = 0;
  double end = 0;
  uint32_t fork = 0;
};

struct TeamPlan {
  std::vector<std::vector<TeamSpan>>
      spans;  ///< by track, in order; no tracks if there are no forks
  uint32_t forks = 0;
  uint32_t waiting_value = 0;  ///< of spans that are not empty, a value of the choice
  uint32_t forking_value = 0;

  [[nodiscard]] bool has_forks() const { return forks > 0; }
};

/// Whether a value is a parallel region; without one there are no forks.
bool has_regions(const TrackChoice& choice);

/// Finds the forks of all teams. Tracks of threads that wait for the first fork begin with the
/// first thread of their team; `choice` gets the value of waiting for one, and without links time
/// without a state is work again. The end of the first thread is a fork, too: what the others wait
/// for after the last region.
/// O(states of tracks with regions).
TeamPlan find_teams(const Trace& trace, TrackChoice& choice, ThreadPool& pool);

/// Adds a collective for each fork: its root is the piece of no length that forks, and the others
/// are those that wait for it. `pieces`: of spans.
void add_forks(const TeamPlan& plan, const std::vector<std::vector<uint32_t>>& pieces,
               CollectiveGrouping& grouping);

}  // namespace paje
