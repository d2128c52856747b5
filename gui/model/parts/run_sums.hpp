// Statistics of the states of a whole run that is not in memory: from the sums in its archive's
// index, and from the states of those tracks alone that have none there.
#pragma once

#include <optional>
#include <stop_token>

#include "model/rows/trace_model.hpp"
#include "model/statistics/statistics.hpp"

namespace paje::gui {

/// What statistics_in() says of states, except for percentiles, which are NaN. Nothing if the range
/// is not that of the run, or the states of the other tracks take more than `most_bytes`. Throws
/// what reading an archive throws.
std::optional<RangeStatistics> run_sums(const TraceModel& model, const StatisticsScope& scope,
                                        uint64_t most_bytes, const std::stop_token& stop);

}  // namespace paje::gui
