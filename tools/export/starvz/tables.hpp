// The tables that StarVZ's first phase makes of a StarPU trace.
#pragma once

#include <vector>

#include "export/starvz/frame.hpp"
#include "paje/trace.hpp"

namespace paje::tools::starvz {

/// Those that have rows. Times count from the first task, but those of `zero`. Throws
/// std::runtime_error for a trace without tasks.
std::vector<Frame> tables_of(const Trace& trace);

}  // namespace paje::tools::starvz
