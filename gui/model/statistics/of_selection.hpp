// What else can be said of a selection, besides sums: how efficient it was, which messages it has.
#pragma once

#include <functional>
#include <vector>

#include "model/statistics/statistics.hpp"
#include "paje/critical_path.hpp"

namespace paje::gui {

/// Efficiencies of the part of a run that is within the scope's range and containers, states cut at
/// its edges; values that are hidden count. Throws std::invalid_argument with words for people if
/// nothing is there, and what `check` throws, which is called between the steps. O(trace).
Efficiencies efficiencies_in(const Trace& trace, const StatisticsScope& scope,
                             const std::function<void()>& check = {});

/// Links that reach into the range, with both ends in containers of the scope: the longest `most`,
/// by start. `all` is how many there are. O(links).
std::vector<ObjectRef> messages_in(const Trace& trace, const StatisticsScope& scope,
                                   std::size_t most, std::size_t& all);

}  // namespace paje::gui
