// Replays a run as measured, and says where that differs from it.
#pragma once

#include "paje/prediction.hpp"

namespace paje {

/// O(pieces + messages).
SelfCheck check_prediction(const DependencyGraph& graph);

}  // namespace paje
