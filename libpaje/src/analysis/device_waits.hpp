// Calls of a process that wait for tasks that it started on devices.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// The candidates of a call are tasks reached before the call by links from tracks of its process,
/// and ending before the end of the call. It waits for the last one to end. O(links log links +
/// calls * devices).
void find_device_waits(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                       WaitPlan& plan);

}  // namespace paje
