// Replays a run as measured, and reports where the result differs from the measurement.
#pragma once

#include "analysis/kept_starts.hpp"
#include "paje/prediction.hpp"
#include "prediction/replay_order.hpp"

namespace paje {

/// Adds the pieces to `order` as they are replayed. O(pieces + messages).
SelfCheck check_prediction(const DependencyGraph& graph, const NeededStarts& kept,
                           ReplayOrder& order);

}  // namespace paje
