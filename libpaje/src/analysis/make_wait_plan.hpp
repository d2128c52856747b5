// All dependencies of a trace that neither links nor collectives show.
#pragma once

#include "analysis/wait_plan.hpp"

namespace paje {

/// Of teams of threads, of devices, and of operations that a call begins and another completes. May
/// change starts of tracks and values: see find_teams().
WaitPlan make_wait_plan(const Trace& trace, TrackChoice& choice, ThreadPool& pool);

}  // namespace paje
