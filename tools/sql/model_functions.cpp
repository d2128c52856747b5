// variable_statistics(), power_steps(...), machine_energy(...), live_containers(type),
// communication_metrics(hosts): what models of runs start from, and what they say of this one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "energy/estimate.hpp"
#include "energy/variables.hpp"
#include "runs/communication_metrics.hpp"
#include "runs/hosts.hpp"
#include "runs/live_machines.hpp"
#include "sql/analysis_functions.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;
using Parameters = std::span<sqlite3_value*>;

sqlite3_int64 model_number(uint64_t count) { return static_cast<sqlite3_int64>(count); }

std::vector<Row> statistics_rows(AnalysisFacts& analysis) {
  TraceFacts& facts = analysis.facts();
  const Trace& trace = facts.trace();
  const double run_end = facts.extent().end;
  std::vector<Row> rows;
  for (const Track& track : facts.tracks(TypeKind::variable)) {
    std::vector<SampledValue> samples = samples_of(trace, track, TimeUnit::seconds);
    std::erase_if(samples, [](const SampledValue& sample) { return !std::isfinite(sample.value); });
    if (samples.empty()) continue;
    const Container& container = trace[track.container];
    const double end = std::min(run_end, trace.variables().end[track.last - 1]);
    const SampleStatistics found = sample_statistics(samples, std::max(samples.back().time, end));
    rows.push_back({container.name.text, facts.path(track.container), trace[track.type].name.text,
                    model_number(found.samples), found.mean, found.deviation, found.least,
                    found.greatest, found.seconds, found.trapezoids, found.steps,
                    found.mean_of_steps});
  }
  return rows;
}

double coefficient(sqlite3_value* value, std::string_view function, std::string_view name) {
  const int type = sqlite3_value_numeric_type(value);
  const double number = sqlite3_value_double(value);
  if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !std::isfinite(number)) {
    throw std::invalid_argument(
        fmt::format("{}(idle, per_cpu, per_memory): {} is to be a number", function, name));
  }
  return number;
}

PowerEstimate estimate(AnalysisFacts& facts, Parameters parameters, std::string_view function) {
  const PowerModel model = {coefficient(parameters[0], function, "idle"),
                            coefficient(parameters[1], function, "per_cpu"),
                            coefficient(parameters[2], function, "per_memory")};
  const Trace& trace = facts.facts().trace();
  return estimate_power(trace, "cpu", "mem", TimeUnit::seconds, model, trace.is_part_of_time());
}

std::vector<Row> power_rows(AnalysisFacts& facts, Parameters parameters) {
  std::vector<Row> rows;
  const PowerEstimate found = estimate(facts, parameters, "power_steps");
  for (const PowerStep& step : sum_energy(found.pieces, 0).steps) {
    rows.push_back({step.start, step.end, model_number(step.active), step.watts,
                    step.watts * (step.end - step.start)});
  }
  return rows;
}

std::vector<Row> machine_rows(AnalysisFacts& facts, Parameters parameters) {
  const PowerEstimate found = estimate(facts, parameters, "machine_energy");
  std::vector<double> seconds(found.machines.size()), joules(found.machines.size());
  for (const PowerPiece& piece : found.pieces) {
    seconds[piece.machine] += piece.end - piece.start;
    joules[piece.machine] += (piece.end - piece.start) * piece.watts;
  }
  std::vector<Row> rows;
  for (std::size_t i = 0; i < found.machines.size(); ++i) {
    const ContainerId machine = found.machines[i];
    rows.push_back({facts.facts().trace()[machine].name.text, facts.container_path(machine),
                    seconds[i], joules[i], seconds[i] > 0 ? Cell(joules[i] / seconds[i]) : Cell()});
  }
  return rows;
}

std::vector<Row> live_rows(AnalysisFacts& analysis, Parameters parameters) {
  TraceFacts& facts = analysis.facts();
  const std::string type(text_of(parameters[0]));
  const std::string trouble = trouble_with_type(facts.trace(), type);
  if (!trouble.empty()) throw std::invalid_argument("live_containers(type): " + trouble);
  const auto extent = facts.extent();
  if (!std::isfinite(extent.end - extent.start)) {
    throw std::invalid_argument("live_containers(type): the run has no end");
  }
  std::vector<Row> rows;
  double at = extent.start;
  for (const MachineShare& share : live_machines(facts.trace(), type, extent.start, extent.end)) {
    rows.push_back({at, at + share.time, static_cast<sqlite3_int64>(share.machines), share.time});
    at += share.time;
  }
  return rows;
}

std::vector<Row> metric_rows(AnalysisFacts& facts, Parameters parameters) {
  RunReading how;
  how.size_field = facts.size_field();
  how.with_iterations = true;
  const MeasuredRun run = measure_run(facts.facts().trace(), how, TimeUnit::seconds, "the run");
  const bool is_given = !parameters.empty() && sqlite3_value_type(parameters[0]) != SQLITE_NULL;
  const std::string hosts(is_given ? text_of(parameters[0]) : std::string_view());
  const auto nodes =
      nodes_of_processes(run, hosts, "communication_metrics('HOSTS') or communication_metrics(N)");
  const CommunicationMetrics found = communication_metrics(run, nodes.names);
  Row row = {model_number(found.phases)};
  for (const char* const name : {"S", "M", "PT", "N", "PPN", "NI", "NT", "VI", "V"}) {
    row.emplace_back(found.metrics.at(name));
  }
  row.emplace_back(found.time);
  return {row};
}

NamedFunction with_parameters(AnalysisFacts& facts, const char* name,
                              std::vector<std::string_view> parameters,
                              std::vector<std::string_view> columns,
                              std::vector<Row> (*rows)(AnalysisFacts&, Parameters),
                              std::size_t optional = 0) {
  return {name, FunctionTable(
                    std::move(parameters), std::move(columns),
                    [&facts, rows](Parameters given) { return rows(facts, given); }, optional)};
}

}  // namespace

std::vector<NamedFunction> model_functions(AnalysisFacts& facts) {
  const std::vector<std::string_view> model = {"idle", "per_cpu", "per_memory"};
  std::vector<NamedFunction> functions;
  functions.push_back(
      analysis_function(facts, "variable_statistics",
                        {"container TEXT", "path TEXT", "type TEXT", "samples INTEGER", "mean REAL",
                         "deviation REAL", "least REAL", "greatest REAL", "seconds REAL",
                         "trapezoids REAL", "steps REAL", "mean_of_steps REAL"},
                        &statistics_rows));
  functions.push_back(with_parameters(
      facts, "power_steps", model,
      {"start REAL", "end REAL", "active INTEGER", "watts REAL", "joules REAL"}, &power_rows));
  functions.push_back(with_parameters(
      facts, "machine_energy", model,
      {"container TEXT", "path TEXT", "seconds REAL", "joules REAL", "mean_watts REAL"},
      &machine_rows));
  functions.push_back(with_parameters(facts, "live_containers", {"container_type"},
                                      {"start REAL", "end REAL", "count INTEGER", "seconds REAL"},
                                      &live_rows));
  functions.push_back(
      with_parameters(facts, "communication_metrics", {"hosts"},
                      {"phases INTEGER", "S REAL", "M REAL", "PT REAL", "N REAL", "PPN REAL",
                       "NI REAL", "NT REAL", "VI REAL", "V REAL", "time REAL"},
                      &metric_rows, 1));
  return functions;
}

}  // namespace paje::tools
