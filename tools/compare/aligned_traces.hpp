// Both runs anew, with time such that partners are at the same place.
#pragma once

#include <string>

#include "compare/runs.hpp"

namespace paje::tools {

/// Writes `folder`/a.paje and `folder`/b.paje, and makes the folder if it is not there. Each track
/// has a time of its own, that of both runs as it passes: where both are in partners, that of the
/// one that takes longer. Tracks of one trace only keep their time. Each file appears when it is
/// whole; errors are std::system_error.
void write_aligned_traces(const Runs& runs, const std::string& folder);

}  // namespace paje::tools
