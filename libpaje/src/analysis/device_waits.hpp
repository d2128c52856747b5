// Calls of a process that wait for tasks which it started on devices.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// A call waits for the last task to end among those that links from the tracks of its process led
/// to before the call, and that end before it does. O(links log links + calls * devices).
void find_device_waits(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                       WaitPlan& plan);

}  // namespace paje
