// pj_analyze iterations
#include <fmt/format.h>

#include "analyze/commands.hpp"
#include "analyze/iterations_text.hpp"

namespace paje::tools {

namespace {

Sheet iteration_table(const Iterations& found) {
  Sheet sheet("Iterations", {{"iteration", Measure::count},
                             {"start", Measure::moment},
                             {"end", Measure::moment},
                             {"mean_length", Measure::time},
                             {"outlier"}});
  for (std::size_t i = 0; i < found.table.size(); ++i) {
    const Iteration& iteration = found.table[i];
    sheet.add({uint64_t{i}, iteration.start, iteration.end, iteration.length,
               iteration.is_outlier ? "outlier" : ""});
  }
  return sheet;
}

Sheet levels(const Run& run, const Iterations& found) {
  Sheet sheet("Loops by container", {{"container"},
                                     {"iterations", Measure::count},
                                     {"period", Measure::count},
                                     {"score", Measure::share},
                                     {"loops_in_loops"}});
  for (std::size_t i = 0; i < found.tracks.size(); ++i) {
    const TrackIterations& track = found.tracks[i];
    std::string periods;
    for (const PeriodLevel& level : track.levels) {
      periods += fmt::format("{}{}", periods.empty() ? "" : " ", level.period);
    }
    sheet.add({std::string(run.track_name(static_cast<uint32_t>(i))), uint64_t{track.count},
               uint64_t{track.period}, track.score, periods});
  }
  return sheet;
}

Sheet time_by_value(const Run& run, const Iterations& found) {
  Sheet sheet("Time by value, mean over the containers",
              {{"iteration", Measure::count}, {"value"}, {"time", Measure::time}});
  for (std::size_t i = 0; i < found.table.size(); ++i) {
    const auto seconds = found.seconds_of(static_cast<uint32_t>(i));
    for (std::size_t value = 0; value < seconds.size(); ++value) {
      if (seconds[value] == 0) continue;
      sheet.add({uint64_t{i}, std::string(run.graph.values()[value].name), seconds[value]});
    }
  }
  return sheet;
}

}  // namespace

Findings show_iterations(const Run& run, const AnalyzeOptions& options) {
  const Iterations found = find_iterations(run.graph, options.iterations);
  Findings findings;
  findings.lines.push_back(iterations_text(run, found));
  findings.sheets.emplace_back("outliers", outlier_table(run, found));
  findings.sheets.emplace_back("containers", levels(run, found));
  findings.sheets.emplace_back("by_value", time_by_value(run, found));
  findings.sheets.emplace_back("iterations", iteration_table(found));
  return findings;
}

}  // namespace paje::tools
