// The trace of a recorded run.
#pragma once

#include <cstdint>

#include "paje/writer.hpp"
#include "record/recorded_run.hpp"

namespace paje::tools {

struct RecordedCounts {
  uint64_t calls = 0;    ///< of MPI
  uint64_t regions = 0;  ///< of OpenMP and of the program
  uint64_t links = 0;
};

/// Writes all of it, in the order of times, from 0 on. `writer` is new, and is closed.
RecordedCounts write_recorded(RecordedRun& run, TraceWriter& writer);

}  // namespace paje::tools
