#include "sql/analysis_functions.hpp"

#include <stdexcept>
#include <utility>

#include "paje/communication.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;

std::vector<Row> wait_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  std::vector<Row> rows;
  for (const Wait& wait : facts.waits()) {
    const uint32_t track = graph.track_of_piece(wait.piece);
    const Cell order = wait.wrong_order == WrongOrder::no ? Cell() : spelling(wait.wrong_order);
    rows.push_back({graph.tracks()[track].name, facts.track_path(track),
                    graph.values()[graph.value(wait.piece)].name, spelling(wait.kind),
                    graph.start(wait.piece), graph.end(wait.piece), wait.amount,
                    graph.tracks()[wait.whom].name, facts.track_path(wait.whom), order});
  }
  return rows;
}

std::vector<Row> root_wait_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.dependencies();
  std::vector<Row> rows;
  for (const Wait& wait : find_root_waits(graph)) {
    const uint32_t track = graph.track_of_piece(wait.piece);
    rows.push_back({graph.tracks()[track].name, facts.track_path(track),
                    graph.values()[graph.value(wait.piece)].name, graph.start(wait.piece),
                    graph.end(wait.piece), wait.amount, graph.tracks()[wait.whom].name,
                    facts.track_path(wait.whom)});
  }
  return rows;
}

std::vector<Row> cause_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  std::vector<Row> rows;
  for (const Cause& cause : facts.causes()) {
    rows.push_back({graph.tracks()[cause.track].name, facts.track_path(cause.track),
                    value_name(graph, cause.value), cause.start, cause.end, cause.cost(),
                    cause.direct, cause.passed_on});
  }
  return rows;
}

std::vector<Row> path_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.graph();
  std::vector<Row> rows;
  for (const PathPiece& piece : facts.path()) {
    rows.push_back({graph.tracks()[piece.track].name, facts.track_path(piece.track),
                    value_name(graph, piece.value), piece.start, piece.end,
                    piece.end - piece.start});
  }
  return rows;
}

std::vector<Row> slack_rows(AnalysisFacts& facts) {
  const DependencyGraph& graph = facts.dependencies();
  const std::vector<double> slack = find_slack(graph);
  std::vector<Row> rows;
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const auto& track = graph.tracks()[i];
    const std::string_view path = facts.track_path(i);
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      rows.push_back({track.name, path, graph.values()[graph.value(piece)].name, graph.start(piece),
                      graph.end(piece), slack[piece]});
    }
  }
  return rows;
}

std::vector<Row> efficiency_rows(AnalysisFacts& facts) {
  if (facts.graph().tracks().empty()) {
    throw std::runtime_error("the trace has no states, and efficiencies need these");
  }
  const Efficiencies all = efficiencies(facts.dependencies());
  return {{all.length, all.ideal_length, all.useful_average, all.useful_maximum, all.parallel,
           all.load_balance, all.communication, all.serialisation, all.transfer}};
}

}  // namespace

const DependencyGraph& AnalysisFacts::graph() {
  if (graph_ == nullptr) {
    graph_ = std::make_unique<DependencyGraph>(facts_.trace(), how_);
  }
  return *graph_;
}

const DependencyGraph& AnalysisFacts::dependencies() {
  const auto tell = std::exchange(on_dependencies_, nullptr);
  if (tell != nullptr) tell(graph());
  return graph();
}

const std::vector<Wait>& AnalysisFacts::waits() {
  if (waits_ == nullptr) waits_ = std::make_unique<std::vector<Wait>>(find_waits(dependencies()));
  return *waits_;
}

const std::vector<Cause>& AnalysisFacts::causes() {
  if (causes_ == nullptr) {
    causes_ = std::make_unique<std::vector<Cause>>(find_causes(graph(), waits()));
  }
  return *causes_;
}

const std::vector<PathPiece>& AnalysisFacts::path() {
  if (path_ == nullptr)
    path_ = std::make_unique<std::vector<PathPiece>>(critical_path(dependencies()));
  return *path_;
}

const std::vector<double>& AnalysisFacts::sizes() {
  if (sizes_ == nullptr) {
    sizes_ = std::make_unique<std::vector<double>>(link_sizes(facts_.trace(), how_.size_field));
  }
  return *sizes_;
}

NamedFunction analysis_function(AnalysisFacts& facts, const char* name,
                                std::vector<std::string_view> columns,
                                std::vector<Row> (*rows)(AnalysisFacts&)) {
  return {name, FunctionTable({}, std::move(columns),
                              [&facts, rows](std::span<sqlite3_value*>) { return rows(facts); })};
}

std::vector<NamedFunction> analysis_functions(AnalysisFacts& facts) {
  const auto function = [&](const char* name, std::vector<std::string_view> columns,
                            std::vector<Row> (*rows)(AnalysisFacts&)) {
    return analysis_function(facts, name, std::move(columns), rows);
  };
  std::vector<NamedFunction> functions;
  functions.push_back(
      function("waits",
               {"container TEXT", "path TEXT", "value TEXT", "kind TEXT", "start REAL", "end REAL",
                "amount REAL", "waits_for TEXT", "waits_for_path TEXT", "wrong_order TEXT"},
               &wait_rows));
  functions.push_back(function("root_waits",
                               {"container TEXT", "path TEXT", "value TEXT", "start REAL",
                                "end REAL", "amount REAL", "waits_for TEXT", "waits_for_path TEXT"},
                               &root_wait_rows));
  functions.push_back(function("causes",
                               {"container TEXT", "path TEXT", "value TEXT", "start REAL",
                                "end REAL", "seconds REAL", "direct REAL", "passed_on REAL"},
                               &cause_rows));
  functions.push_back(function(
      "critical_path",
      {"container TEXT", "path TEXT", "value TEXT", "start REAL", "end REAL", "duration REAL"},
      &path_rows));
  functions.push_back(function(
      "slack",
      {"container TEXT", "path TEXT", "value TEXT", "start REAL", "end REAL", "slack REAL"},
      &slack_rows));
  functions.push_back(function("efficiencies",
                               {"length REAL", "ideal_length REAL", "useful_average REAL",
                                "useful_maximum REAL", "parallel REAL", "load_balance REAL",
                                "communication REAL", "serialisation REAL", "transfer REAL"},
                               &efficiency_rows));
  return functions;
}

}  // namespace paje::tools
