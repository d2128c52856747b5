// Nonblocking collective operations: one call starts them and a later one completes them, such as
// MPI_Iallreduce and MPI_Wait.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// The n-th calls of a value form an operation of all tracks that make equally many. Requests are
/// completed in the order of the calls, by waits that receive no message. The waits of an operation
/// depend on its last call, or on that of the root. If more than a few waits end before that, the
/// calls belong to several operations, and no dependencies are added. O(states of tracks with such
/// calls, links).
void find_posted_operations(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                            WaitPlan& plan);

}  // namespace paje
