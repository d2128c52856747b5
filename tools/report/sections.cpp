#include "report/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "aggregate/overview.hpp"
#include "analyze/iterations_text.hpp"
#include "charts/gantt.hpp"
#include "charts/overview_chart.hpp"
#include "common/tool.hpp"
#include "paje/communication.hpp"
#include "report/elements.hpp"
#include "report/first_screen.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostRows = 15;
constexpr double kMostBytes = 128e6;  // of the tables of an aggregation

constexpr uint32_t kLeastSlices = 20, kMostSlices = 200;

std::size_t rest(std::size_t all) { return all > kMostRows ? all - kMostRows : 0; }

// Of all tables, that of the amounts and those for every aggregate.
double bytes_needed(const Run& run, uint32_t slices) {
  const auto containers = static_cast<double>(run.graph.tracks().size());
  const auto values = static_cast<double>(run.graph.values().size());
  return 16 * containers * values * slices +
         Aggregation::memory_needed(run.graph.tracks().size(), slices);
}

// Fewer slices for more containers and values.
AggregateOptions aggregate_options(const Analysed& of, const ReportOptions& options) {
  const Run& run = of.run;
  AggregateOptions aggregate;
  // A slice for each iteration shows which of them differ, not where in one a slice is.
  const uint32_t iterations = of.summary.iterations.count;
  if (iterations >= kLeastSlices && iterations <= kMostSlices) aggregate.slices = iterations;
  aggregate.read.threads = options.analyze.read.threads;
  aggregate.unit = run.unit;
  while (aggregate.slices >= kLeastSlices && bytes_needed(run, aggregate.slices) > kMostBytes) {
    aggregate.slices /= 2;
  }
  if (bytes_needed(run, aggregate.slices) > kMostBytes) {
    throw std::invalid_argument("it has too many containers and states of different names");
  }
  return aggregate;
}

void add_path_tables(Markup& page, const Analysed& of) {
  const PathSums& path = of.summary.path;
  Table by_value("By state", {"state", "time", "share", "more than the mean"});
  for (std::size_t i = 0; i < std::min(kMostRows, path.by_value.size()); ++i) {
    const PathSum& sum = path.by_value[i];
    by_value.add({{state_name(sum.name)},
                  time_cell(sum.seconds, of.run.unit),
                  share_cell(part(sum.seconds, path.length)),
                  time_cell(sum.imbalance, of.run.unit)});
  }
  by_value.leave_out(rest(path.by_value.size()));
  Table by_track("By container", {"container", "time", "share"});
  for (std::size_t i = 0; i < std::min(kMostRows, path.by_track.size()); ++i) {
    const PathSum& sum = path.by_track[i];
    by_track.add({{container_name(sum.name)},
                  time_cell(sum.seconds, of.run.unit),
                  share_cell(part(sum.seconds, path.length))});
  }
  by_track.leave_out(rest(path.by_track.size()));
  page.open("div", {{"class", "two"}});
  by_value.write(page);
  by_track.write(page);
  page.close();
}

void add_causes_table(Markup& page, const Analysed& of) {
  const Run& run = of.run;
  Table table("Causes", {"container", "state", "from", "to", "others wait", "share", "directly",
                         "passed on"});
  const auto& causes = of.summary.causes;
  for (std::size_t i = 0; i < std::min(kMostRows, causes.size()); ++i) {
    const Cause& cause = causes[i];
    table.add({{container_name(run.track_name(cause.track))},
               {state_name(value_name(run.graph, cause.value))},
               place_cell(cause.start, run),
               place_cell(cause.end, run),
               time_cell(cause.cost(), run.unit),
               share_cell(part(cause.cost(), of.summary.waited)),
               time_cell(cause.direct, run.unit),
               time_cell(cause.passed_on, run.unit)});
  }
  table.leave_out(rest(causes.size()));
  table.write(page);
}

}  // namespace

void add_overview(Markup& page, const Material& material) {
  const Analysed& of = material.first;
  open_section(page, "overview", "The run at a glance");
  try {
    const Overview overview = overview_of(of.run.trace, aggregate_options(of, material.options));
    figure(page, {"Even parts of the run", draw_overview_chart(overview, of.run.graph, of.styles)},
           "Each box has the colour of the state with most time in it. The smaller its lead, the "
           "paler the colour.");
  } catch (const std::invalid_argument& error) {
    paragraph(page, std::string("The run could not be aggregated: ") + error.what() + ".");
  }
  page.close();
}

void add_efficiency(Markup& page, const Analysed& of) {
  open_section(page, "efficiency", "Efficiency");
  paragraph(page,
            "Each factor is the product of the factors indented below it. The factor furthest "
            "below 100 % costs most.");
  figure(page, efficiency_chart(of.summary.efficiency, kChartWidth));
  page.close();
}

void add_waits(Markup& page, const Analysed& of) {
  open_section(page, "causes", "Waits and their causes");
  if (of.summary.waits.empty()) {
    const std::string lack = what_lacks(of.run);
    paragraph(page, lack.empty() ? "No container was found to wait for another." : lack);
    page.close();
    return;
  }
  paragraph(page,
            "A cause is what a late container did longer than the container that waited for it, "
            "since the two last met. All causes add up to the whole waiting time.");
  add_causes_table(page, of);
  page.open("div", {{"class", "two"}});
  figure(page, wait_kinds_chart(of.run, of.summary.waits, 490));
  figure(page, waiting_chart(of.run, of.summary.waits, 490));
  page.close().close();
}

void add_path(Markup& page, const Analysed& of) {
  open_section(page, "path", "Critical path");
  paragraph(page,
            "The chain of states and messages that determines the length of the run: shortening "
            "anything else does not help.");
  figure(page,
         {"States over time, with the critical path",
          draw_path(of.run.graph, of.summary.path_pieces, of.styles, of.run.unit)},
         "The line is where the path is most of the time.");
  add_path_tables(page, of);
  page.close();
}

void add_profile(Markup& page, const Analysed& of) {
  open_section(page, "profile", "Where the time goes");
  figure(page, profile_chart(of.run, of.styles, kChartWidth));
  figure(page, {"What the containers do over time",
                draw_time_profile(of.run.graph, of.styles, of.run.unit)});
  page.close();
}

void add_messages(Markup& page, const Run& run, const AnalyzeOptions& options) {
  open_section(page, "messages", "Messages");
  const Charts charts = message_charts(run, options, 490);
  if (charts.empty()) {
    paragraph(page, "The trace has no messages.");
    page.close();
    return;
  }
  figure(page, matrix_chart(run, options), "Columns have the same order as rows.");
  page.open("div", {{"class", "two"}});
  for (std::size_t i = 0; i + 1 < charts.size(); ++i) figure(page, charts[i]);
  page.close();
  figure(page, charts.back());
  page.close();
}

void add_iterations(Markup& page, const Analysed& of) {
  const Iterations& found = of.summary.iterations;
  open_section(page, "iterations", "Iterations");
  if (found.count == 0) {
    paragraph(page, iterations_text(of.run, found));
    page.close();
    return;
  }
  paragraph(page, iterations_text(of.run, found));
  figure(page, iterations_chart(of.run, found, kChartWidth));
  Table table("Outliers", {"iteration", "start", "length", "container", "state", "excess"});
  const auto& outliers = found.outliers;
  for (std::size_t i = 0; i < std::min(kMostRows, outliers.size()); ++i) {
    const OutlierIteration& one = outliers[i];
    const Iteration& iteration = found.table[one.iteration];
    const bool is_known = one.track != DependencyGraph::kNone;
    table.add({count_cell(one.iteration),
               place_cell(iteration.start, of.run),
               time_cell(iteration.length, of.run.unit),
               {is_known ? container_name(of.run.track_name(one.track)) : ""},
               {is_known ? state_name(of.run.graph.values()[one.value].name) : ""},
               is_known ? time_cell(one.excess, of.run.unit) : TableCell{"", " "}});
  }
  table.leave_out(rest(outliers.size()));
  table.write(page);
  page.close();
}

void add_basis(Markup& page, const Analysed& of) {
  open_section(page, "basis", "Data and assumptions");
  page.open("ul");
  const auto& counts = of.run.graph.counts();
  item(page, fmt::format("Read: {} in {}, {}. Replayed from the dependencies alone, the run lasts "
                         "{}; measured: {}.",
                         counted(counts.states, "state", "states"),
                         counted(of.run.graph.tracks().size(), "container", "containers"),
                         counted(counts.links, "link", "links"),
                         time_cell(of.summary.check.length, of.run.unit).words,
                         time_cell(of.run.graph.length(), of.run.unit).words));
  for (const std::string& line : remarks(of.run, of.summary.check)) item(page, line);
  page.element(
      "li",
      "The classes of states define what useful work is: `pj_analyze classes` lists them, and "
      "--classes changes them.");
  page.close().close();
}

}  // namespace paje::tools
