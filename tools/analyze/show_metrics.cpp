// pj_analyze messages --metrics
#include <fmt/format.h>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "runs/communication_metrics.hpp"
#include "runs/hosts.hpp"

namespace paje::tools {

Findings show_metrics(const Run& run, const AnalyzeOptions& options) {
  RunReading how;
  how.size_field = options.graph.size_field;
  how.classes = options.classes;
  how.read.threads = options.read.threads;
  how.with_iterations = true;
  how.iterations = options.iterations;
  const MeasuredRun measured = measure_run(run.trace, how, run.unit, run.name);
  const ProcessNodes nodes =
      nodes_of_processes(measured, options.hosts, "--hosts FILE or --hosts N");
  CommunicationMetrics found = communication_metrics(measured, nodes.names);
  if (!options.topology.empty()) {
    Topology(options.topology).add_metrics(nodes.names, found.metrics);
  }
  std::vector<SheetColumn> columns = {{"name"}, {"phases", Measure::count}};
  std::vector<Cell> row = {run.name, found.phases};
  for (const auto& [name, value] : found.metrics) {
    columns.push_back({name, Measure::number});
    row.emplace_back(value);
  }
  columns.push_back({"time", Measure::number});
  row.emplace_back(found.time);
  Sheet sheet("Metrics of a phase; time in seconds", std::move(columns));
  sheet.add(std::move(row));
  Findings findings;
  findings.sheets.emplace_back("metrics", std::move(sheet));
  if (!nodes.remark.empty()) findings.remarks.push_back(nodes.remark);
  if (!measured.has_sizes) {
    findings.lines.emplace_back("The messages have no sizes, so bytes are 0.");
  }
  return findings;
}

}  // namespace paje::tools
