// Which histories have objects, and where a finished trace has them.
#pragma once

#include <memory>
#include <vector>

#include "replay/hierarchy.hpp"
#include "replay/history.hpp"
#include "trace/track_index.hpp"

namespace paje {

/// A track for each of the histories that have objects, with rows from 0 on; all other histories
/// are left out, and those that stay are put in the order of the tracks.
TrackIndex build_track_index(std::vector<std::unique_ptr<History>>& histories,
                             const Hierarchy& hierarchy);

}  // namespace paje
