// The part of RangeStatistics that is of states: all of them are looked at once, and once more for
// the percentiles over all containers, on all cores; no copy of them is made.
#pragma once

#include <functional>

#include "model/statistics/statistics.hpp"

namespace paje::gui {

/// Adds result.values and result.containers of what is in the scope. O(states in the range). The
/// result does not depend on the number of threads. Throws what `check` throws.
void add_state_statistics(const Trace& trace, const StatisticsScope& scope,
                          const std::function<void()>& check, RangeStatistics& result);

}  // namespace paje::gui
