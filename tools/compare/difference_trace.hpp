// One trace that shows two.
#pragma once

#include <string>

#include "compare/runs.hpp"

namespace paje::tools {

/// Writes a trace of A's time in which every track is a container with one for each run below it: B
/// as if it had started with A. The track has a variable, how much later B is than A; regions are
/// links from where they begin in A to where they begin in B. Appears when it is whole; errors are
/// std::system_error.
void write_difference_trace(const Runs& runs, const std::string& path);

}  // namespace paje::tools
