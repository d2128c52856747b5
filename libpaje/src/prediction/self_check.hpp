// Replays a run as measured, and says where that differs from it.
#pragma once

#include "analysis/kept_starts.hpp"
#include "paje/prediction.hpp"
#include "prediction/replay_order.hpp"

namespace paje {

/// `order` gets the pieces in the order of the replay. O(pieces + messages).
SelfCheck check_prediction(const DependencyGraph& graph, const NeededStarts& kept,
                           ReplayOrder& order);

}  // namespace paje
