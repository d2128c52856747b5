// How many messages share the links of a node under a placement.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "prediction/cost_tables.hpp"

namespace paje {

/// By side: the mean number of messages that are under way together from or to the same node.
/// Messages start as in the run, and last at most the median of their size. `nodes`: by track. At
/// least 1. O(messages log messages).
std::array<double, 2> mean_crowding(const NetworkFacts& facts, const std::vector<uint32_t>& nodes);

}  // namespace paje
