// Which send of a recorded run belongs to which receive.
#pragma once

#include "record/recorded_run.hpp"

namespace paje::tools {

/// The n-th send of a communicator, sender, receiver and tag belongs to the n-th receive that got
/// such a message, in the order in which they were posted: MPI lets none overtake another. Fills in
/// the keys of the processes; `run` has its communicators.
void match_messages(RecordedRun& run);

}  // namespace paje::tools
