// Threads that run parallel regions together: the team of a process. Between two regions they wait
// for the next fork, whatever the trace calls that time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/wait_plan.hpp"

namespace paje {

/// By track: the index of the container whose threads wait for each other. For a thread, that is
/// its parent. A process with a track of its own and threads below it belongs to itself.
std::vector<uint32_t> processes_of_tracks(const Trace& trace,
                                          std::span<const DependencyGraph::Track> tracks);

/// Finds the forks of all teams, and adds them to `plan`. Tracks of threads that wait for the first
/// fork are extended to the start of their team's first thread. `choice` gets a value for waiting
/// for a fork; in traces without links, time without a state is work again. The end of the first
/// thread also counts as a fork, for which others wait after the last region. O(states of tracks
/// with regions).
void find_teams(const Trace& trace, TrackChoice& choice, ThreadPool& pool, WaitPlan& plan);

}  // namespace paje
