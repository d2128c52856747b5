// Replays a run in which messages and operations cost what those of their class do.
#pragma once

#include "paje/prediction.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

/// O(pieces + messages log messages).
ModelCheck check_model(const NetworkFacts& facts);

}  // namespace paje
