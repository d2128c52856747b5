// The tables of StarVZ that come from other files of a StarPU run than its trace: tasks.rec,
// data.rec, papi.rec and dag.dot, which starpu_fxt_tool writes next to paje.trace.
#pragma once

#include <string>
#include <vector>

#include "export/starvz/frame.hpp"

namespace paje::tools::starvz {

struct RunTables {
  std::vector<Frame> frames;
  std::vector<std::string> missing;  ///< files that are not there
};

/// `of_trace` are those that tables_of() makes of the trace; no folder has no files. Throws
/// std::runtime_error for files that are not what they should be, std::system_error.
RunTables run_tables(const std::vector<Frame>& of_trace, const std::string& folder);

}  // namespace paje::tools::starvz
