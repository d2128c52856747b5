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
#include "paje/critical_path.hpp"
#include "paje/measured_time.hpp"
#include "paje/run_totals.hpp"
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
    if (!path.empty()) path.insert(0, "/");
    path.insert(0, trace[container].name.text);
    container = trace[container].parent;
  }
  return path;
}

void add_processes(const Trace& trace, const RunTotals& totals, MeasuredRun& run) {
  std::set<std::string> types;
  for (const auto& track : totals.tracks) {
    const Container& container = trace[track.container];
    run.processes.emplace_back(track.name);
    run.parents.push_back(path_of(trace, container.parent));
    types.emplace(trace[container.type].name.text);
  }
  for (const std::string& type : types) {
    run.process_type += (run.process_type.empty() ? "" : ", ") + type;
  }
}

void add_values(const RunTotals& totals, double factor, MeasuredRun& run) {
  std::vector<double> seconds(totals.values.size(), 0);
  for (std::size_t track = 0; track < totals.tracks.size(); ++track) {
    double useful = 0;
    const auto of_track = totals.seconds_of(track);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const double time = of_track[i] * factor;
      seconds[i] += time;
      if (totals.values[i].meaning.value_class == ValueClass::compute) useful += time;
    }
    run.useful += useful;
    run.longest_useful = std::max(run.longest_useful, useful);
  }
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    const auto& value = totals.values[i];
    if (seconds[i] <= 0) continue;
    run.values.emplace_back(value.name.empty() ? "(no state)" : std::string(value.name),
                            seconds[i]);
    const ValueClass meaning = value.meaning.value_class;
    const bool communicates =
        meaning == ValueClass::communication || meaning == ValueClass::waiting;
    if (communicates && !is_start_or_end(value.name)) run.communication += seconds[i];
  }
}

void add_traffic(const Trace& trace, const RunTotals& totals, const std::string& size_field,
                 MeasuredRun& run) {
  const std::vector<double> sizes = link_sizes(trace, size_field);
  run.has_sizes = !sizes.empty();
  for (const ContainerPair& pair : message_matrix(trace, sizes)) {
    const uint32_t from = totals.track_of_container[pair.from.index];
    const uint32_t to = totals.track_of_container[pair.to.index];
    if (from == DependencyGraph::kNone || to == DependencyGraph::kNone) continue;
    run.traffic.push_back({from, to, pair.messages, pair.bytes});
  }
}

std::string lack_of_states(const Trace& trace, const RunReading& how, double factor) {
  if (how.read.selection.is_everything()) return "the trace has no states";
  return fmt::format("no states are left of the selection; the run ends at {:.9g} s",
                     trace.end_time().value_or(0) * factor);
}

void check_run(const Trace& trace, const RunTotals& totals, const RunReading& how, double factor,
               const MeasuredRun& run) {
  const auto fail = [&](const std::string& what) {
    throw UnusableRun(fmt::format("{}: {}", one_line(run.name), what));
  };
  if (totals.tracks.empty()) fail(lack_of_states(trace, how, factor));
  if (!(run.time > 0)) fail("the run has no length: all its states end at once");
  for (const std::string& type : {how.cores_from, how.machines_from}) {
    const std::string trouble = type.empty() ? "" : trouble_with_type(trace, type);
    if (!trouble.empty()) fail(trouble);
  }
}

double distinct_parents(const MeasuredRun& run) {
  const std::set<std::string> parents(run.parents.begin(), run.parents.end());
  // Processes right in the root are on machines that the trace does not name.
  return parents.contains("") ? 0 : static_cast<double>(parents.size());
}

void add_graph(const Trace& trace, const RunReading& how, const Classes& classes,
               MeasuredRun& run) {
  if (!how.with_replay && !how.with_iterations) return;
  DependencyOptions options;
  options.classes = classes;
  options.size_field = how.size_field;
  options.threads = how.read.threads;
  const DependencyGraph graph(trace, options);
  if (how.with_replay) {
    const Efficiencies all = efficiencies(graph);
    run.replayed = {all.serialisation, all.transfer};
  }
  if (how.with_iterations) run.iterations = find_iterations(graph, how.iterations).count;
}

void count_cores(const Trace& trace, const RunTotals& totals, const RunReading& how,
                 MeasuredRun& run) {
  run.cores = run.factor_cores = static_cast<double>(run.processes.size());
  if (how.cores_from.empty()) return;
  run.cores = count_containers(trace, how.cores_from);
  if (are_cores_of_processes(trace, totals, how.cores_from)) run.factor_cores = run.cores;
}

// Of the containers around processes, if it is one.
std::string type_around(const Trace& trace, const RunTotals& totals) {
  std::set<std::string> types;
  for (const auto& track : totals.tracks) {
    types.emplace(trace[trace[trace[track.container].parent].type].name.text);
  }
  return types.size() == 1 ? *types.begin() : "";
}

bool come_and_go(const std::vector<MachineShare>& shares) {
  constexpr double kLeastShare = 0.01;  // of the time, so that machines that start late are there
  std::map<double, double> times;
  for (const MachineShare& share : shares) times[share.machines] += share.time;
  double all = 0, longest = 0;
  for (const auto& [count, seconds] : times) {
    all += seconds;
    longest = std::max(longest, seconds);
  }
  return longest < (1 - kLeastShare) * all;
}

void count_machines(const Trace& trace, const RunTotals& totals, double factor,
                    const RunReading& how, MeasuredRun& run) {
  if (how.machines_from.empty()) {
    run.machines = distinct_parents(run);
    const std::string type = run.machines > 0 ? type_around(trace, totals) : "";
    if (type.empty()) return;
    std::vector<MachineShare> shares = live_machines(trace, type, totals.start, totals.end);
    if (come_and_go(shares)) run.unnamed_shares = std::move(shares);
    return;
  }
  run.machine_shares = live_machines(trace, how.machines_from, totals.start, totals.end);
  for (MachineShare& share : run.machine_shares) share.time *= factor;
  run.machine_times = machine_times(trace, how.machines_from, totals.start, totals.end);
  for (double& time : run.machine_times) time *= factor;
  run.machines = most_machines(run.machine_shares);
}

}  // namespace

bool MeasuredRun::is_elastic() const { return come_and_go(machine_shares); }

namespace {

constexpr std::size_t kMostNames = 3;

// Some of what the first has and the second has not.
std::string names_beyond(const std::set<std::string>& first, const std::set<std::string>& second) {
  std::string names;
  std::size_t count = 0;
  for (const std::string& name : first) {
    if (second.contains(name)) continue;
    if (++count > kMostNames) return names + ", ...";
    names += (names.empty() ? "" : ", ") + visible(name);
  }
  return names;
}

std::set<std::string> names_of_values(const MeasuredRun& run) {
  std::set<std::string> names;
  for (const auto& [name, seconds] : run.values) {
    if (seconds > 0 && name != "(no state)") names.insert(name);
  }
  return names;
}

}  // namespace

std::string remark_of_values(const std::vector<const MeasuredRun*>& runs) {
  const MeasuredRun* most = nullptr;
  std::set<std::string> of_most;
  for (const MeasuredRun* const run : runs) {
    std::set<std::string> names = names_of_values(*run);
    if (names.size() <= of_most.size()) continue;
    most = run;
    of_most = std::move(names);
  }
  for (const MeasuredRun* const run : runs) {
    const std::set<std::string> names = names_of_values(*run);
    const std::string own = names_beyond(names, of_most), others = names_beyond(of_most, names);
    if (own.empty() || others.empty()) continue;
    return fmt::format(
        "Warning: {} has states that {} has not ({}), and the other way round ({}): they may be "
        "runs "
        "of different programs.",
        one_line(run->name), one_line(most->name), own, others);
  }
  return "";
}

std::string remark_of_machines(const MeasuredRun& run) {
  if (run.unnamed_shares.empty()) return "";
  const std::vector<MachineShare> lasting = lasting_shares(run.unnamed_shares);
  const auto [least, most] = std::minmax_element(
      lasting.begin(), lasting.end(),
      [](const MachineShare& a, const MachineShare& b) { return a.machines < b.machines; });
  return fmt::format(
      "The containers around the processes of {} come and go ({:g} to {:g} at once): "
      "--machines-from with their type compares it as an elastic run.",
      one_line(run.name), least->machines, most->machines);
}

std::string amdahl_at_bound(const AmdahlFit& fit) {
  return fit.serial > 0
             ? "Amdahl's law does not describe these runs: more cores do not make them shorter, so "
               "the fit is at its bound, where everything is serial."
             : "Amdahl's law does not describe these runs: more cores shorten them more than "
               "proportionally, so the fit is at its bound, where nothing is serial.";
}

std::string warning_of_types(const std::set<std::string>& types) {
  std::string names;
  for (const std::string& type : types) names += (names.empty() ? "" : "; ") + visible(type);
  return fmt::format(
      "Warning: the runs have states in containers of different types ({}): they may be runs of "
      "different programs.",
      names);
}

MeasuredRun measure_run(const Trace& trace, const RunReading& how, TimeUnit unit,
                        std::string name) {
  check_measured(trace, name);
  Classes classes;
  if (!how.classes.empty()) classes.add(file_text(how.classes), how.classes);
  const RunTotals totals = run_totals(trace, classes, how.read.threads);
  const double factor = 1 / per_second(unit);
  MeasuredRun run;
  run.name = std::move(name);
  run.time = totals.length() * factor;
  check_run(trace, totals, how, factor, run);
  add_processes(trace, totals, run);
  add_values(totals, factor, run);
  if (how.with_traffic) add_traffic(trace, totals, how.size_field, run);
  count_cores(trace, totals, how, run);
  count_machines(trace, totals, factor, how, run);
  add_graph(trace, how, classes, run);
  return run;
}

ReadRun read_run(const std::string& path, const RunReading& how) {
  ReadOptions read = how.read;
  // The sizes of messages.
  read.keep_user_fields = how.with_replay || how.with_traffic;
  const TraceReading reading{.tool = how.tool, .lenient = how.lenient, .quiet = how.quiet};
  Trace trace = how.clip ? read_clipped(reading, path, read) : read_trace(reading, path, read);
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(how.unit, traces, how.tool, how.quiet);
  return {std::move(trace), unit, path == "-" ? "standard input" : path};
}

MeasuredRun measure_run(const ReadRun& run, const RunReading& how) {
  return measure_run(run.trace, how, run.unit, run.name);
}

MeasuredRun measure_run(const std::string& path, const RunReading& how) {
  return measure_run(read_run(path, how), how);
}

}  // namespace paje::tools
