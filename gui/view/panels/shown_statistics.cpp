#include "view/panels/shown_statistics.hpp"

#include "model/parts/part_reading.hpp"
#include "model/parts/run_sums.hpp"
#include "model/statistics/of_selection.hpp"

namespace paje::gui {

namespace {

constexpr std::size_t kMostMessages = 10000;  // in a table

std::shared_ptr<ShownStatistics> make_statistics(const Trace& trace, const StatisticsScope& scope,
                                                 StatisticsTable wanted,
                                                 const std::function<void()>& check) {
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

// Of what is not in memory.
std::shared_ptr<ShownStatistics> read_statistics(const TraceModel& model,
                                                 const StatisticsScope& scope,
                                                 StatisticsTable wanted,
                                                 const std::function<void()>& check,
                                                 const std::stop_token& stop) {
  const RunOutline& outline = *model.outline();
  const uint64_t most = outline.source.statistics_bytes();
  const RunPart part{scope.range, scope.containers};
  const bool are_objects = wanted == StatisticsTable::messages;  // of what is shown
  if (!are_objects && size_of(outline, part).bytes <= most) {
    if (const auto trace = read_part_of(outline, model.trace(), part, most, stop)) {
      auto result = make_statistics(*trace, scope, wanted, check);
      result->is_of_model = false;
      if (result->flame) {
        for (FlameBox& box : result->flame->boxes) box.longest.reset();
      }
      return result;
    }
  }
  auto result = std::make_shared<ShownStatistics>();
  result->sums.range = scope.range;
  result->only_for = wanted;
  result->is_of_model = false;
  if (wanted == StatisticsTable::values || wanted == StatisticsTable::containers) {
    if (auto sums = run_sums(model, scope, most, stop)) {
      result->sums = std::move(*sums);
      result->note =
          "from the index; percentiles need a shorter range, fewer rows, or a larger "
          "--cache";
      return result;
    }
  }
  result->is_refused = true;
  result->note =
      "More than the cache holds: zoom in, select a shorter range or fewer rows, or "
      "start with a larger --cache";
  return result;
}

}  // namespace

std::shared_ptr<const ShownStatistics> shown_statistics(const TraceModel& model,
                                                        const StatisticsScope& scope,
                                                        StatisticsTable wanted,
                                                        const std::function<void()>& check,
                                                        const std::stop_token& stop) {
  if (!model.covers({scope.range, scope.containers})) {
    return read_statistics(model, scope, wanted, check, stop);
  }
  return make_statistics(model.trace(), scope, wanted, check);
}

bool has_table(const ShownStatistics& statistics, StatisticsTable wanted) {
  if (statistics.only_for) return *statistics.only_for == wanted;
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
