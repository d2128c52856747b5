// pj_analyze path, efficiency, classes
#include <fmt/format.h>

#include <numeric>

#include "analyze/commands.hpp"
#include "analyze/path_sums.hpp"
#include "charts/value_styles.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

Sheet path_pieces(const Run& run, const std::vector<PathPiece>& path) {
  Sheet sheet("The path", {{"container"},
                           {"value"},
                           {"start", Measure::moment},
                           {"end", Measure::moment},
                           {"length", Measure::time}});
  for (const PathPiece& piece : path) {
    sheet.add({std::string(run.track_name(piece.track)),
               std::string(value_name(run.graph, piece.value)), piece.start, piece.end,
               piece.end - piece.start});
  }
  return sheet;
}

}  // namespace

Findings show_path(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<PathPiece> path = critical_path(run.graph);
  const PathSums sums = sum_path(run, path);
  Findings findings;
  findings.lines.push_back(fmt::format("The critical path is {} long, in {}.",
                                       time_text(sums.length, run.unit),
                                       counted(path.size(), "piece", "pieces")));
  Sheet by_value("By value", {{"value"},
                              {"time", Measure::time},
                              {"share", Measure::share},
                              {"imbalance", Measure::time}});
  for (const PathSum& sum : sums.by_value) {
    by_value.add({sum.name, sum.seconds, part(sum.seconds, sums.length), sum.imbalance});
  }
  Sheet by_track("By container",
                 {{"container"}, {"time", Measure::time}, {"share", Measure::share}});
  for (const PathSum& sum : sums.by_track) {
    by_track.add({sum.name, sum.seconds, part(sum.seconds, sums.length)});
  }
  findings.sheets.emplace_back("by_value", std::move(by_value));
  findings.sheets.emplace_back("by_container", std::move(by_track));
  findings.sheets.emplace_back("path", path_pieces(run, path));
  return findings;
}

Findings show_slack(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<double> slack = find_slack(run.graph);
  struct Sum {
    uint64_t states = 0;
    uint64_t without = 0;
    double sum = 0;
  };
  std::vector<Sum> sums(run.graph.values().size());
  Sheet states("States", {{"container"},
                          {"value"},
                          {"start", Measure::moment},
                          {"end", Measure::moment},
                          {"slack", Measure::time}});
  for (uint32_t i = 0; i < run.graph.tracks().size(); ++i) {
    const auto& track = run.graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      const uint32_t value = run.graph.value(piece);
      ++sums[value].states;
      sums[value].without += slack[piece] <= run.graph.resolution();
      sums[value].sum += slack[piece];
      states.add({run.track_names[i], std::string(run.graph.values()[value].name),
                  run.graph.start(piece), run.graph.end(piece), slack[piece]});
    }
  }
  Sheet by_value("By value", {{"value"},
                              {"states", Measure::count},
                              {"without_slack", Measure::count},
                              {"slack", Measure::time}});
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].states == 0) continue;
    by_value.add(
        {std::string(run.graph.values()[i].name), sums[i].states, sums[i].without, sums[i].sum});
  }
  Findings findings;
  findings.lines.emplace_back(
      "Slack: how much later a state may end without delaying the end of the run, if all else "
      "stays as measured.");
  findings.sheets.emplace_back("by_value", std::move(by_value));
  findings.sheets.emplace_back("states", std::move(states));
  return findings;
}

Findings show_efficiency(const Run& run, const AnalyzeOptions& /*options*/) {
  return efficiency_findings(run, efficiencies(run.graph), useful_seconds(run.graph));
}

Findings efficiency_findings(const Run& run, const Efficiencies& all,
                             const std::vector<double>& useful) {
  Findings findings;
  Sheet sheet("", {{"efficiency"}, {"value", Measure::share}, {"meaning"}});
  sheet.add({"parallel", all.parallel, "useful work / time of all containers"});
  sheet.add({"load_balance", all.load_balance, "mean / greatest useful work"});
  sheet.add({"communication", all.communication, "greatest useful work / length"});
  sheet.add({"serialisation", all.serialisation,
             "the same with an ideal network, where messages take no time"});
  sheet.add({"transfer", all.transfer, "length with an ideal network / length"});
  findings.sheets.emplace_back("efficiency", std::move(sheet));
  Sheet by_track("Useful work by container",
                 {{"container"}, {"useful", Measure::time}, {"share", Measure::share}});
  for (uint32_t i = 0; i < run.graph.tracks().size(); ++i) {
    by_track.add({std::string(run.track_name(i)), useful[i], part(useful[i], run.graph.length())});
  }
  findings.sheets.emplace_back("by_container", std::move(by_track));
  return findings;
}

Findings show_classes(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<double> seconds = seconds_by_value(run.graph);
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  Findings findings;
  Sheet sheet("", {{"value"},
                   {"category"},
                   {"class"},
                   {"kind"},
                   {"time", Measure::time},
                   {"share", Measure::share},
                   {"matched"}});
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const auto& value = run.graph.values()[i];
    if (value.name.empty() && seconds[i] == 0) continue;
    sheet.add({std::string(value.name.empty() ? "(no state)" : value.name),
               std::string(value.category), std::string(spelling(value.meaning.value_class)),
               std::string(spelling(value.meaning.kind)), seconds[i], part(seconds[i], all),
               value.meaning.matched ? "yes" : "no rule"});
  }
  findings.sheets.emplace_back("classes", std::move(sheet));
  return findings;
}

}  // namespace paje::tools
