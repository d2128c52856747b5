// Which statistics can be looked at, and what is computed for each.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
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
  /// Of a run that is not all in memory: for which table this was made alone, and why there is
  /// nothing in it; or what is missing.
  std::optional<StatisticsTable> only_for;
  bool is_refused = false;
  std::string note;
  /// Whether objects that it names are those of the model.
  bool is_of_model = true;
};

/// What `wanted` takes, and all sums. Of a run that is not all in memory it is read, if it is not
/// too much. Throws what `check` throws, which is called now and then, and ReadStopped.
std::shared_ptr<const ShownStatistics> shown_statistics(const TraceModel& model,
                                                        const StatisticsScope& scope,
                                                        StatisticsTable wanted,
                                                        const std::function<void()>& check,
                                                        const std::stop_token& stop = {});
/// Whether it has what `wanted` takes, which may have been computed for another table.
bool has_table(const ShownStatistics& statistics, StatisticsTable wanted);

}  // namespace paje::gui
