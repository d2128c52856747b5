// pj_analyze iterations
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/commands.hpp"
#include "analyze/iterations_text.hpp"
#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

std::string name_of_track(const Run& run, uint32_t track) {
  return track == DependencyGraph::kNone ? "" : std::string(run.track_name(track));
}

std::string name_of_value(const Run& run, uint32_t value) {
  return value == DependencyGraph::kNone ? "" : std::string(run.graph.values()[value].name);
}

Sheet iteration_table(const Iterations& found) {
  Sheet sheet("Iterations", {{"iteration", Measure::count},
                             {"start", Measure::time},
                             {"end", Measure::time},
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

Sheet outlier_table(const Run& run, const Iterations& found) {
  Sheet sheet("Outliers", {{"iteration", Measure::count},
                           {"start", Measure::time},
                           {"end", Measure::time},
                           {"length", Measure::time},
                           {"container"},
                           {"value"},
                           {"excess", Measure::time}});
  for (const OutlierIteration& outlier : found.outliers) {
    const Iteration& iteration = found.table[outlier.iteration];
    sheet.add({uint64_t{outlier.iteration}, iteration.start, iteration.end, iteration.length,
               name_of_track(run, outlier.track), name_of_value(run, outlier.value),
               outlier.excess});
  }
  return sheet;
}

std::string iterations_text(const Run& run, const Iterations& found) {
  if (found.count == 0) return "Iterations: nothing repeats.";
  std::string text =
      fmt::format("Iterations: {} on {} of {}, typically {}", with_separators(found.count),
                  with_separators(found.agreeing.size()),
                  counted(run.graph.tracks().size(), "container", "containers"),
                  time_text(found.typical, run.unit));
  if (std::abs(found.drift) >= 0.01) {
    text += fmt::format("; half the run later they are {} {}", share_text(std::abs(found.drift)),
                        found.drift > 0 ? "longer" : "shorter");
  }
  return text + (found.outliers.empty() ? "; no outliers." : ".");
}

std::string outlier_text(const Run& run, const Iterations& found, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, found.outliers.size()); ++i) {
    const OutlierIteration& outlier = found.outliers[i];
    const Iteration& iteration = found.table[outlier.iteration];
    text += fmt::format("  {} at {} takes {}", outlier.iteration,
                        place_text(iteration.start, run.graph.length(), run.unit),
                        time_text(iteration.length, run.unit));
    if (outlier.track != DependencyGraph::kNone) {
      text += fmt::format(": {} of {} more in {}", time_text(outlier.excess, run.unit),
                          visible(name_of_value(run, outlier.value)),
                          visible(name_of_track(run, outlier.track)));
    }
    text += '\n';
  }
  if (most < found.outliers.size()) {
    text += fmt::format("  and {}\n",
                        counted(found.outliers.size() - most, "more outlier", "more outliers"));
  }
  return text;
}

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
