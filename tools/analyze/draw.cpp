// The pictures of pj_analyze's commands.
#include <stdexcept>

#include "analyze/commands.hpp"
#include "charts/gantt.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostCauses = 20;

double total_of(const std::vector<Wait>& waits) {
  double total = 0;
  for (const Wait& wait : waits) total += wait.amount;
  return total;
}

}  // namespace

Charts draw_causes(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<Wait> waits = find_waits(run.graph);
  return {
      causes_chart(run, find_causes(run.graph, waits), total_of(waits), kMostCauses, kChartWidth)};
}

Charts draw_waits(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<Wait> waits = find_waits(run.graph);
  return {wait_kinds_chart(run, waits, kChartWidth), waiting_chart(run, waits, kChartWidth)};
}

Charts draw_path(const Run& run, const AnalyzeOptions& /*options*/) {
  const ValueStyles styles(run.graph);
  return {{"States over time, with the critical path",
           draw_path(run.graph, critical_path(run.graph), styles, run.unit)}};
}

Charts draw_iterations(const Run& run, const AnalyzeOptions& options) {
  const Iterations found = find_iterations(run.graph, options.iterations);
  if (found.count == 0)
    throw std::runtime_error("no sequence of states repeats, so there is nothing to draw");
  return {iterations_chart(run, found, kChartWidth)};
}

Charts draw_efficiency(const Run& run, const AnalyzeOptions& /*options*/) {
  return {efficiency_chart(efficiencies(run.graph), kChartWidth)};
}

Charts draw_profile(const Run& run, const AnalyzeOptions& /*options*/) {
  const ValueStyles styles(run.graph);
  return {profile_chart(run, styles, kChartWidth),
          {"What the containers do over time", draw_time_profile(run.graph, styles, run.unit)}};
}

Charts draw_messages(const Run& run, const AnalyzeOptions& options) {
  Charts charts = message_charts(run, options, kChartWidth);
  if (charts.empty()) throw std::runtime_error("there are no messages, so nothing to draw");
  charts.insert(charts.begin(), matrix_chart(run, options));
  return charts;
}

Charts draw_lateness(const Run& run, const AnalyzeOptions& /*options*/) {
  return {lateness_chart(run, kChartWidth)};
}

Charts draw_bounds(const Run& run, const AnalyzeOptions& /*options*/) {
  return {bounds_chart(run, find_bounds(run.graph), kChartWidth)};
}

Charts draw_slack(const Run& run, const AnalyzeOptions& /*options*/) {
  return {slack_chart(run, kChartWidth)};
}

Charts draw_clocks(const Run& run, const AnalyzeOptions& /*options*/) {
  return {clocks_chart(run, kChartWidth)};
}

Charts draw_classes(const Run& run, const AnalyzeOptions& /*options*/) {
  return {classes_chart(run, ValueStyles(run.graph), kChartWidth)};
}

// What the summary says first: how efficient, why not, and where the time goes.
Charts draw_summary(const Run& run, const AnalyzeOptions& options) {
  Charts charts = draw_efficiency(run, options);
  const std::vector<Wait> waits = find_waits(run.graph);
  if (!waits.empty()) {
    constexpr std::size_t kFewCauses = 5;
    charts.push_back(
        causes_chart(run, find_causes(run.graph, waits), total_of(waits), kFewCauses, kChartWidth));
  }
  for (NamedChart& chart : draw_path(run, options)) charts.push_back(std::move(chart));
  return charts;
}

}  // namespace paje::tools
