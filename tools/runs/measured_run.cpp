#include "runs/measured_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/communication.hpp"
#include "paje/measured_time.hpp"
#include "paje/selection.hpp"
#include "paje/visible_text.hpp"
#include "runs/csv_table.hpp"
#include "runs/live_machines.hpp"

namespace paje::tools {

namespace {

bool is_start_or_end(std::string_view value) {
  return matches_glob("*MPI_Init*", value) || matches_glob("*MPI_Finalize*", value);
}

std::string path_of(const Trace& trace, ContainerId container) {
  std::string path;
  while (container.valid() && trace[container].parent.valid()) {
    path = std::string(trace[container].name.text) + (path.empty() ? "" : "/") + path;
    container = trace[container].parent;
  }
  return path;
}

void add_processes(const DependencyGraph& graph, MeasuredRun& run) {
  const Trace& trace = graph.trace();
  std::set<std::string> types;
  for (const auto& track : graph.tracks()) {
    const Container& container = trace[track.container];
    run.processes.emplace_back(track.name);
    run.parents.push_back(path_of(trace, container.parent));
    types.emplace(trace[container.type].name.text);
  }
  for (const std::string& type : types) {
    run.process_type += (run.process_type.empty() ? "" : ", ") + type;
  }
}

void add_values(const DependencyGraph& graph, double factor, MeasuredRun& run) {
  std::vector<double> seconds(graph.values().size(), 0);
  for (const auto& track : graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      seconds[graph.value(piece)] += graph.length(piece);
    }
  }
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const auto& value = graph.values()[i];
    const double time = seconds[i] * factor;
    if (time <= 0) continue;
    run.values.emplace_back(value.name.empty() ? "(no state)" : std::string(value.name), time);
    const ValueClass meaning = value.meaning.value_class;
    if (meaning == ValueClass::compute) run.useful += time;
    const bool communicates =
        meaning == ValueClass::communication || meaning == ValueClass::waiting;
    if (communicates && !is_start_or_end(value.name)) run.communication += time;
  }
}

void add_traffic(const DependencyGraph& graph, const std::string& size_field, MeasuredRun& run) {
  const std::vector<double> sizes = link_sizes(graph.trace(), size_field);
  run.has_sizes = !sizes.empty();
  for (const ContainerPair& pair : message_matrix(graph.trace(), sizes)) {
    const uint32_t from = graph.track_of(pair.from), to = graph.track_of(pair.to);
    if (from == DependencyGraph::kNone || to == DependencyGraph::kNone) continue;
    run.traffic.push_back({from, to, pair.messages, pair.bytes});
  }
}

void check_run(const DependencyGraph& graph, const RunReading& how, const MeasuredRun& run) {
  const auto fail = [&](const std::string& what) {
    throw UnusableRun(fmt::format("{}: {}", one_line(run.name), what));
  };
  if (graph.tracks().empty()) fail("the trace has no states");
  if (!(run.time > 0)) fail("the run has no length: all its states end at once");
  for (const std::string& type : {how.cores_from, how.machines_from}) {
    const std::string trouble = type.empty() ? "" : trouble_with_type(graph.trace(), type);
    if (!trouble.empty()) fail(trouble);
  }
}

double distinct_parents(const MeasuredRun& run) {
  const std::set<std::string> parents(run.parents.begin(), run.parents.end());
  // Processes right in the root are on machines that the trace does not name.
  return parents.contains("") ? 0 : static_cast<double>(parents.size());
}

}  // namespace

MeasuredRun measure_run(const DependencyGraph& graph, const RunReading& how, TimeUnit unit,
                        std::string name) {
  const Trace& trace = graph.trace();
  check_measured(trace, name);
  const double factor = 1 / per_second(unit);
  MeasuredRun run;
  run.name = std::move(name);
  run.time = graph.length() * factor;
  check_run(graph, how, run);
  add_processes(graph, run);
  add_values(graph, factor, run);
  add_traffic(graph, how.size_field, run);
  run.cores = how.cores_from.empty() ? static_cast<double>(run.processes.size())
                                     : count_containers(trace, how.cores_from);
  run.machine_shares = how.machines_from.empty()
                           ? std::vector<MachineShare>{}
                           : live_machines(trace, how.machines_from, graph.start(), graph.end());
  for (MachineShare& share : run.machine_shares) share.time *= factor;
  run.machines =
      how.machines_from.empty() ? distinct_parents(run) : most_machines(run.machine_shares);
  if (how.with_factors) run.efficiency = efficiencies(graph);
  if (how.with_iterations) run.iterations = find_iterations(graph, how.iterations).count;
  return run;
}

MeasuredRun measure_run(const std::string& path, const RunReading& how) {
  ReadOptions read = how.read;
  read.keep_user_fields = true;
  const Trace trace =
      read_trace({.tool = how.tool, .lenient = how.lenient, .quiet = how.quiet}, path, read);
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(how.unit, traces, how.tool, how.quiet);
  DependencyOptions options;
  if (!how.classes.empty()) options.classes.add(file_text(how.classes), how.classes);
  options.size_field = how.size_field;
  options.threads = how.read.threads;
  const DependencyGraph graph(trace, options);
  return measure_run(graph, how, unit, path == "-" ? "standard input" : path);
}

}  // namespace paje::tools
