// checks(), classes(), clocks(): what the answers of the other functions rest on.
#include <algorithm>
#include <cmath>

#include "analyze/graph_remarks.hpp"
#include "paje/clocks.hpp"
#include "paje/profile.hpp"
#include "sql/analysis_functions.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;

sqlite3_int64 number_of(uint64_t count) { return static_cast<sqlite3_int64>(count); }

std::vector<Row> check_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  const ReplayCheck check = check_replay(graph);
  const auto& counts = graph.counts();
  return {{graph.length(), check.length, number_of(counts.states),
           number_of(counts.states_of_other_types), number_of(counts.links),
           number_of(graph.messages().size()), number_of(counts.unmatched_starts),
           number_of(counts.unmatched_ends), number_of(counts.links_outside_tracks),
           number_of(counts.receives_without_message), number_of(counts.sends_without_message),
           number_of(check.ends_before_start), number_of(check.left_before_last_came),
           check.violation, number_of(check.stuck_tracks.size()), find_unclassified(graph).share}};
}

std::vector<Row> class_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  const std::vector<double> seconds = seconds_by_value(graph);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const auto& value = graph.values()[i];
    if (value.name.empty() && seconds[i] == 0) continue;
    rows.push_back({value.name, value.category, spelling(value.meaning.value_class),
                    spelling(value.meaning.kind), seconds[i],
                    number_of(value.meaning.matched ? 1 : 0)});
  }
  return rows;
}

// Null where nothing bounds it.
Cell bound(double time) { return std::isfinite(time) ? Cell(time) : Cell(); }

std::vector<Row> clock_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  const Clocks clocks = estimate_clocks(graph);
  std::vector<Row> rows;
  for (uint32_t i = 0; i < clocks.tracks.size(); ++i) {
    const ClockOffset& track = clocks.tracks[i];
    const bool disagrees =
        std::find(clocks.conflict.begin(), clocks.conflict.end(), i) != clocks.conflict.end();
    rows.push_back({graph.tracks()[i].name, facts.track_path(i), track.offset, bound(track.least),
                    bound(track.greatest), track.drift, bound(track.least_drift),
                    bound(track.greatest_drift), clocks.largest_shift(i),
                    number_of(disagrees ? 1 : 0)});
  }
  return rows;
}

}  // namespace

std::vector<NamedFunction> check_functions(AnalysisFacts& facts) {
  std::vector<NamedFunction> functions;
  functions.push_back(analysis_function(
      facts, "checks",
      {"length REAL", "replayed REAL", "states INTEGER", "states_of_other_types INTEGER",
       "links INTEGER", "messages INTEGER", "unmatched_starts INTEGER", "unmatched_ends INTEGER",
       "links_outside_tracks INTEGER", "receives_without_message INTEGER",
       "sends_without_message INTEGER", "ends_before_start INTEGER",
       "left_before_last_came INTEGER", "violation REAL", "stuck_tracks INTEGER",
       "unclassified REAL"},
      &check_rows));
  functions.push_back(analysis_function(
      facts, "classes",
      {"value TEXT", "category TEXT", "class TEXT", "kind TEXT", "seconds REAL", "matched INTEGER"},
      &class_rows));
  functions.push_back(analysis_function(
      facts, "clocks",
      {"container TEXT", "path TEXT", "offset REAL", "least REAL", "greatest REAL", "drift REAL",
       "least_drift REAL", "greatest_drift REAL", "logical REAL", "disagrees INTEGER"},
      &clock_rows));
  return functions;
}

}  // namespace paje::tools
