// Finds all dependencies of a trace that neither links nor collectives show.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// Dependencies of teams of threads, of devices, and of operations that one call starts and another
/// completes. May change starts of tracks and values: see find_teams().
WaitPlan make_wait_plan(const Trace& trace, TrackChoice& choice, ThreadPool& pool);

}  // namespace paje
