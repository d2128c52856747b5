// Which statistics can be looked at, and what is computed for each.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/rows/trace_model.hpp"
#include "model/statistics/flame.hpp"
#include "model/statistics/statistics.hpp"
#include "paje/critical_path.hpp"

namespace paje::gui {

enum class StatisticsTable {
  values,
  containers,
  variables,
  events,
  traffic,
  messages,
  paths,
  efficiencies
};

/// Sums, and what is only computed when it is looked at.
struct ShownStatistics {
  RangeStatistics sums;
  std::optional<Flame> flame;
  std::optional<std::vector<ObjectRef>> messages;  ///< the longest
  std::size_t all_messages = 0;
  std::optional<Efficiencies> efficiencies;
  std::string problem;  ///< why there are no efficiencies
};

/// What `wanted` takes, and all sums. Throws what `check` throws, which is called now and then.
std::shared_ptr<const ShownStatistics> shown_statistics(const TraceModel& model,
                                                        const StatisticsScope& scope,
                                                        StatisticsTable wanted,
                                                        const std::function<void()>& check);
/// Whether it has what `wanted` takes, which may have been computed for another table.
bool has_table(const ShownStatistics& statistics, StatisticsTable wanted);

}  // namespace paje::gui
