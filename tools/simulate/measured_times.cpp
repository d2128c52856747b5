#include "simulate/measured_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/time_unit.hpp"
#include "runs/csv_table.hpp"
#include "simulate/built_in.hpp"
#include "simulate/read_application.hpp"

namespace paje::tools {

namespace {

struct TracedRun {
  double seconds = 0;      // from the first state to the last
  uint64_t processes = 0;  // containers with states
};

TracedRun traced_run(const std::string& path, unsigned threads) {
  ReadOptions read;
  read.threads = threads;
  read.ignore_incomplete_links = true;
  const Trace trace = read_trace({.tool = "pj_simulate", .quiet = true}, path, read);
  const StateColumns states = trace.states();
  if (states.start.size() == 0) {
    throw std::runtime_error(one_line(path) + ": the trace has no state");
  }
  std::set<uint32_t> processes;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state && track.first < track.last) {
      processes.insert(track.container.index);
    }
  }
  const double length = *std::max_element(states.end.begin(), states.end.end()) -
                        *std::min_element(states.start.begin(), states.start.end());
  const TimeUnit unit = detect_time_unit(trace).value_or(TimeUnit::seconds);
  return {in_seconds(length, unit), processes.size()};
}

class RunTable {
 public:
  explicit RunTable(const SimulateOptions& options)
      : options_(options), path_(options.calibrate.front()), table_(path_) {}

  std::vector<MeasuredTime> read() {
    const auto time = table_.column("time"), trace = table_.column("trace");
    if (!time && !trace) static_cast<void>(table_.need_column("time"));
    const auto use = table_.column("use");
    std::vector<MeasuredTime> runs;
    for (std::size_t row = 0; row < table_.size(); ++row) {
      MeasuredTime& run = runs.emplace_back();
      for (std::size_t i = 0; i < table_.header().size(); ++i) {
        if (i == time || i == trace || i == use) continue;
        run.settings.emplace_back(table_.header()[i], table_.number(row, i, -1e300));
        run.places.push_back(table_.header_place(i));
      }
      run.time = time ? table_.positive(row, *time) : time_of_trace(row, *trace);
      run.is_fitted = use ? is_fitted(row, *use) : row % 2 == 0;
    }
    if (runs.empty()) throw std::runtime_error(one_line(path_) + ": there is no run");
    return runs;
  }

 private:
  // Next to the table, if the path is not absolute.
  double time_of_trace(std::size_t row, std::size_t column) {
    const std::filesystem::path name = table_.words(row, column);
    const auto path = std::filesystem::path(path_).parent_path() / name;
    const double time = traced_run(path.string(), options_.threads).seconds;
    if (!(time > 0)) table_.fail_at(row, column, "the run has no length");
    return time;
  }
  bool is_fitted(std::size_t row, std::size_t column) {
    const std::string& word = table_.words(row, column);
    if (word != "fit" && word != "test") {
      table_.fail_at(row, column, fmt::format("expected fit or test, found '{}'", one_line(word)));
    }
    return word == "fit";
  }

  const SimulateOptions& options_;
  const std::string& path_;
  CsvTable table_;
};

// What --set says of all runs.
std::vector<Setting> constant_settings(const SimulateOptions& options) {
  std::vector<Setting> settings;
  for (const SettingValues& one : options.settings) {
    if (one.values.size() != 1) {
      throw WrongUsage(
          fmt::format("--set {}: with --calibrate and traces, it has one value for all runs",
                      one_line(one.name)));
    }
    settings.emplace_back(one.name, one.values.front());
  }
  return settings;
}

// n.LABEL of the label whose processes are those that --set does not count.
std::string free_label(const SimulateOptions& options, const std::vector<Setting>& constant) {
  std::vector<std::string> names;
  for (const std::string& path : options.applications) {
    for (const std::string& name :
         setting_names(read_application(JsonFile(file_or_built_in(path), path)))) {
      const bool is_set = std::any_of(constant.begin(), constant.end(),
                                      [&](const Setting& one) { return one.first == name; });
      if (name.starts_with("n.") && !is_set) names.push_back(name);
    }
  }
  if (names.size() == 1) return names.front();
  if (names.empty()) return {};
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  throw WrongUsage(
      fmt::format("--calibrate: a trace does not say which process has which label: --set all but "
                  "one of {}, or give a table of runs with a column for each",
                  text));
}

std::vector<MeasuredTime> runs_of_traces(const SimulateOptions& options) {
  const std::vector<Setting> constant = constant_settings(options);
  const std::string label = free_label(options, constant);
  double counted_already = 0;
  for (const Setting& one : constant) {
    if (one.first.starts_with("n.")) counted_already += one.second;
  }
  std::vector<MeasuredTime> runs;
  for (const std::string& path : options.calibrate) {
    const TracedRun traced = traced_run(path, options.threads);
    if (!(traced.seconds > 0)) {
      throw std::runtime_error(one_line(path) + ": the run has no length");
    }
    const double left = static_cast<double>(traced.processes) - counted_already;
    const bool fits = label.empty() ? left == 0 : left >= 1;
    if (!fits) {
      throw std::runtime_error(
          fmt::format("{}: the trace has {}, and --set says {:g}{}", one_line(path),
                      counted(traced.processes, "process", "processes"), counted_already,
                      label.empty() ? "" : " without " + label));
    }
    MeasuredTime& run = runs.emplace_back();
    if (!label.empty()) run.settings.emplace_back(label, left);
    run.settings.insert(run.settings.end(), constant.begin(), constant.end());
    run.time = traced.seconds;
    run.is_fitted = runs.size() % 2 == 1;
  }
  return runs;
}

}  // namespace

std::vector<MeasuredTime> read_measured_times(const SimulateOptions& options) {
  const bool is_table = options.calibrate.front().ends_with(".csv");
  if (is_table && (options.calibrate.size() > 1 || !options.settings.empty())) {
    throw WrongUsage("--calibrate: one table of runs (*.csv), which has all settings, or traces");
  }
  std::vector<MeasuredTime> runs = is_table ? RunTable(options).read() : runs_of_traces(options);
  // Without anything to fit, all are judged.
  for (MeasuredTime& run : runs) run.is_fitted = run.is_fitted && !options.fit.empty();
  return runs;
}

}  // namespace paje::tools
