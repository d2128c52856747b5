// Collective operations that a call begins and a later one completes, as MPI_Iallreduce and
// MPI_Wait.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// The n-th calls of a value are one operation, of all tracks that make equally many. Requests are
/// completed in the order in which they were made, by waits that get no message. The waits of an
/// operation depend on the call that came last, or on that of the root. Calls whose waits end
/// before that, more than a few, are of several operations: nothing is known of them then.
/// O(states of tracks with such calls, links).
void find_posted_operations(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                            WaitPlan& plan);

}  // namespace paje
