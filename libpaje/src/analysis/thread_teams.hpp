// Threads that do a parallel region together: the team of a process. Between two regions they wait
// for the next fork, whatever the trace calls that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/wait_plan.hpp"

namespace paje {

/// By track: the container whose threads wait for each other, numbered as containers are. That of a
/// thread is its parent; a process that has a track of its own and threads below it is one of them.
std::vector<uint32_t> processes_of_tracks(const Trace& trace,
                                          std::span<const DependencyGraph::Track> tracks);

/// Finds the forks of all teams, and adds them to a plan. Tracks of threads that wait for the first
/// fork begin with the first thread of their team; `choice` gets the value of waiting for one, and
/// without links time without a state is work again. The end of the first thread is a fork, too:
/// what the others wait for after the last region. O(states of tracks with regions).
void find_teams(const Trace& trace, TrackChoice& choice, ThreadPool& pool, WaitPlan& plan);

}  // namespace paje
