// bounds(), iterations(), call_tree(), lateness(), load_imbalance(), idle_time(),
// communication_overlap()
#include "paje/bounds.hpp"
#include "paje/iterations.hpp"
#include "paje/lateness.hpp"
#include "paje/profile.hpp"
#include "paje/utilisation.hpp"
#include "sql/analysis_functions.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;

sqlite3_int64 step_number(uint64_t count) { return static_cast<sqlite3_int64>(count); }

// Of the run, then of each node.
std::vector<Row> bound_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.dependencies();
  const RunBounds bounds = find_bounds(graph);
  std::vector<Row> rows;
  const auto add = [&](std::string_view bound, double seconds, double length, Cell container,
                       Cell path) {
    rows.push_back({bound, seconds, length > 0 ? Cell(seconds / length) : Cell(), container, path});
  };
  const double length = graph.length();
  add("length", length, length, {}, {});
  add("area", bounds.area.time, length, {}, {});
  add("critical_path", bounds.critical_path, length, {}, {});
  add("greatest", bounds.greatest(), length, {}, {});
  for (const NodeBound& node : bounds.nodes) {
    const std::string_view name = graph.trace()[node.node].name.text;
    const std::string_view path = facts.container_path(node.node);
    add("length", node.length, node.length, name, path);
    add("area", node.area, node.length, name, path);
  }
  return rows;
}

std::vector<Row> iteration_rows(AnalysisFacts& facts) {
  const Iterations found = find_iterations(facts.graph());
  std::vector<Row> rows;
  for (const Iteration& iteration : found.table) {
    rows.push_back({step_number(rows.size()), iteration.start, iteration.end, iteration.length,
                    step_number(iteration.is_outlier ? 1 : 0)});
  }
  return rows;
}

std::vector<Row> call_rows(AnalysisFacts& facts) {
  std::vector<Row> rows;
  for (const CallNode& node : call_tree(facts.graph())) {
    rows.push_back({step_number(rows.size()),
                    node.parent == CallNode::kNone ? Cell() : Cell(step_number(node.parent)),
                    step_number(node.depth), facts.graph().values()[node.value].name,
                    step_number(node.count), node.inclusive, node.exclusive});
  }
  return rows;
}

std::vector<Row> lateness_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  const std::vector<double> lateness = find_lateness(graph);
  std::vector<Row> rows;
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const auto& track = graph.tracks()[i];
    const std::string_view path = facts.track_path(i);
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (graph.value(piece) == 0) continue;  // no state
      rows.push_back({track.name, path, graph.values()[graph.value(piece)].name, graph.start(piece),
                      graph.end(piece), lateness[piece]});
    }
  }
  return rows;
}

std::vector<Row> imbalance_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  std::vector<Row> rows;
  for (const LoadImbalance& one : load_imbalance(graph, make_profile(graph))) {
    rows.push_back({graph.values()[one.value].name, one.mean, one.greatest, one.ratio(),
                    graph.tracks()[one.track].name, facts.track_path(one.track)});
  }
  return rows;
}

std::vector<Row> idle_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  const std::vector<IdleTime> found = find_idle_time(graph, facts.waits());
  std::vector<Row> rows;
  for (uint32_t i = 0; i < found.size(); ++i) {
    const IdleTime& time = found[i];
    rows.push_back({graph.tracks()[i].name, facts.track_path(i), time.idle, time.waiting,
                    time.in_calls, time.no_state, time.outside, time.total()});
  }
  return rows;
}

std::vector<Row> overlap_rows(AnalysisFacts& facts) {
  std::vector<Row> rows;
  for (const CommunicationOverlap& one : communication_overlap(facts.dependencies())) {
    rows.push_back({facts.facts().trace()[one.container].name.text,
                    facts.facts().path(one.container), step_number(one.tracks), one.communication,
                    one.computing, one.overlap, one.share()});
  }
  return rows;
}

}  // namespace

std::vector<NamedFunction> step_functions(AnalysisFacts& facts) {
  std::vector<NamedFunction> functions;
  functions.push_back(analysis_function(
      facts, "bounds", {"bound TEXT", "seconds REAL", "share REAL", "container TEXT", "path TEXT"},
      &bound_rows));
  functions.push_back(analysis_function(
      facts, "iterations",
      {"iteration INTEGER", "start REAL", "end REAL", "mean_length REAL", "outlier INTEGER"},
      &iteration_rows));
  functions.push_back(
      analysis_function(facts, "call_tree",
                        {"node INTEGER", "parent INTEGER", "depth INTEGER", "value TEXT",
                         "count INTEGER", "inclusive REAL", "exclusive REAL"},
                        &call_rows));
  functions.push_back(analysis_function(
      facts, "lateness",
      {"container TEXT", "path TEXT", "value TEXT", "start REAL", "end REAL", "lateness REAL"},
      &lateness_rows));
  functions.push_back(analysis_function(
      facts, "load_imbalance",
      {"value TEXT", "mean REAL", "greatest REAL", "ratio REAL", "container TEXT", "path TEXT"},
      &imbalance_rows));
  functions.push_back(
      analysis_function(facts, "idle_time",
                        {"container TEXT", "path TEXT", "idle REAL", "waiting REAL",
                         "in_calls REAL", "no_state REAL", "outside REAL", "total REAL"},
                        &idle_rows));
  functions.push_back(
      analysis_function(facts, "communication_overlap",
                        {"container TEXT", "path TEXT", "tracks INTEGER", "communication REAL",
                         "computing REAL", "overlap REAL", "share REAL"},
                        &overlap_rows));
  return functions;
}

}  // namespace paje::tools
