#include "view/panels/shown_statistics.hpp"

#include "model/statistics/of_selection.hpp"

namespace paje::gui {

namespace {

constexpr std::size_t kMostMessages = 10000;  // in a table

}  // namespace

std::shared_ptr<const ShownStatistics> shown_statistics(const TraceModel& model,
                                                        const StatisticsScope& scope,
                                                        StatisticsTable wanted,
                                                        const std::function<void()>& check) {
  const Trace& trace = model.trace();
  auto result = std::make_shared<ShownStatistics>();
  result->sums = statistics_in(trace, scope, check);
  if (wanted == StatisticsTable::paths) result->flame = flame_of(trace, scope, check);
  if (wanted == StatisticsTable::messages) {
    result->messages = messages_in(trace, scope, kMostMessages, result->all_messages);
  }
  if (wanted != StatisticsTable::efficiencies) return result;
  try {
    result->efficiencies = efficiencies_in(trace, scope, check);
  } catch (const std::invalid_argument& problem) {
    result->problem = problem.what();
  }
  return result;
}

bool has_table(const ShownStatistics& statistics, StatisticsTable wanted) {
  switch (wanted) {
    case StatisticsTable::messages:
      return statistics.messages.has_value();
    case StatisticsTable::paths:
      return statistics.flame.has_value();
    case StatisticsTable::efficiencies:
      return statistics.efficiencies.has_value() || !statistics.problem.empty();
    default:
      return true;
  }
}

}  // namespace paje::gui
