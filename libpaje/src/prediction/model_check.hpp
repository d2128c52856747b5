// Replays a run with the costs of messages and operations replaced by those of their class.
#pragma once

#include "analysis/collective_times.hpp"
#include "analysis/kept_starts.hpp"
#include "paje/prediction.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/replay_order.hpp"

namespace paje {

/// O(pieces + messages log messages).
ModelCheck check_model(const NetworkFacts& facts, const ReplayOrder& order,
                       const CollectiveTimes& collective_times, const NeededStarts& kept);

}  // namespace paje
