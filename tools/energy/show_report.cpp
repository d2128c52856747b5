// pj_energy report
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/names.hpp"
#include "energy/power_run.hpp"
#include "energy/report_picture.hpp"
#include "paje/event.hpp"
#include "paje/visible_text.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

// The parameters of experiments in a table: words by run, numbers where they are work.
class Parameters {
 public:
  explicit Parameters(const std::string& path) {
    if (path.empty()) return;
    table_.emplace(path);
    run_ = table_->need_column("run");
    work_ = table_->column("work");
    for (std::size_t i = 0; i < table_->header().size(); ++i) {
      if (i == run_ || (work_ && i == *work_)) continue;
      columns_.push_back(i);
    }
    is_used_.resize(table_->size());
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const std::size_t column : columns_) names.push_back(table_->header()[column]);
    return names;
  }
  /// A run is called like its file, with or without the end of the name; the longest name counts.
  void set(PowerRun& run, std::vector<std::string>& remarks) {
    run.parameters.resize(columns_.size());
    if (!table_) return;
    const auto found = row_of(run.name);
    if (!found) {
      remarks.push_back(fmt::format("Warning: the table of parameters has no row of the run {}.",
                                    visible(run.name)));
      return;
    }
    const std::size_t row = *found;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      run.parameters[i] = table_->words(row, columns_[i]);
    }
    if (work_ && !table_->words(row, *work_).empty()) run.work = table_->positive(row, *work_);
    is_used_[row] = true;
    found_.push_back({run.name, table_->words(row, run_)});
  }
  void add_unused(std::vector<std::string>& remarks) const {
    std::set<std::string> names;
    for (std::size_t row = 0; row < is_used_.size(); ++row) {
      // Of rows of one name the first is used, if any.
      const std::string& name = table_->words(row, run_);
      if (!names.insert(name).second) {
        remarks.push_back(fmt::format(
            "Warning: the table of parameters has the run {} more than once; the first row counts.",
            visible(name)));
        continue;
      }
      if (is_used_[row]) continue;
      if (const auto better = better_of(name)) {
        remarks.push_back(fmt::format(
            "Warning: the table of parameters has two rows for the run {}; {} counts, {} does not.",
            visible(better->run), visible(better->row), visible(name)));
        continue;
      }
      remarks.push_back(
          fmt::format("Warning: the table of parameters has a run that is not "
                      "there, {}.",
                      visible(name)));
    }
  }

 private:
  // A run and the name of its row.
  struct Found {
    std::string run, row;
  };

  static bool is_name_of(const std::string& name, const std::string& run) {
    return !name.empty() && (run == name || run.starts_with(name + "."));
  }
  // A run that has another row, although this one is called like it, too.
  [[nodiscard]] std::optional<Found> better_of(const std::string& name) const {
    for (const Found& found : found_) {
      if (is_name_of(name, found.run)) return found;
    }
    return {};
  }
  [[nodiscard]] std::optional<std::size_t> row_of(const std::string& run) const {
    std::optional<std::size_t> best;
    for (std::size_t row = 0; row < table_->size(); ++row) {
      const std::string& name = table_->words(row, run_);
      if (!is_name_of(name, run)) continue;
      if (!best || name.size() > table_->words(*best, run_).size()) best = row;
    }
    return best;
  }

  std::optional<CsvTable> table_;
  std::size_t run_ = 0;
  std::optional<std::size_t> work_;
  std::vector<std::size_t> columns_;
  std::vector<bool> is_used_;
  std::vector<Found> found_;
};

// What runs say of themselves, in columns after those of the table, which comes first where both
// have a parameter. One called like work is the work, unless that is known.
void add_fields(std::vector<PowerRun>& runs, std::vector<std::string>& names) {
  const auto place_of = [&](const std::string& name) {
    std::size_t place = 0;
    while (place < names.size() && !is_same_name(name, names[place])) ++place;
    if (place == names.size()) names.push_back(name);
    return place;
  };
  for (PowerRun& run : runs) {
    for (const auto& [name, words] : run.fields) {
      const auto number = parse_number(words);
      if (is_same_name(name, "work") && number && *number > 0) {
        if (!run.work) run.work = number;
        continue;
      }
      const std::size_t place = place_of(name);
      if (run.parameters.size() <= place) run.parameters.resize(place + 1);
      if (run.parameters[place].empty()) run.parameters[place] = words;
    }
  }
  for (PowerRun& run : runs) run.parameters.resize(names.size());
}

// Tables of devices have a column for the source of each, if a trace names one.
class DeviceTables {
 public:
  explicit DeviceTables(const std::vector<PowerRun>& runs) {
    for (const PowerRun& run : runs) {
      for (const MeasuredVariable& one : run.variables) has_source_ |= !one.source.empty();
    }
  }
  [[nodiscard]] Sheet sheet(const char* title, std::vector<SheetColumn> columns) const {
    if (has_source_) columns.insert(columns.begin(), {"source"});
    columns.insert(columns.begin(), {{"run"}, {"device"}});
    return {title, std::move(columns)};
  }
  /// Of a MeasuredVariable or a StateEnergy.
  template <class Device>
  void add(Sheet& sheet, const PowerRun& run, const Device& device, std::vector<Cell> row) const {
    if (has_source_) row.insert(row.begin(), Cell(device.source));
    row.insert(row.begin(), {Cell(run.name), Cell(device.device)});
    sheet.add(std::move(row));
  }

 private:
  bool has_source_ = false;
};

Sheet variable_sheet(const std::vector<PowerRun>& runs, const DeviceTables& tables) {
  Sheet sheet = tables.sheet("Measured variables", {{"variable"},
                                                    {"samples", Measure::count},
                                                    {"mean", Measure::number},
                                                    {"deviation", Measure::number},
                                                    {"least", Measure::number},
                                                    {"greatest", Measure::number},
                                                    {"mean_over_time", Measure::number}});
  for (const PowerRun& run : runs) {
    for (const MeasuredVariable& one : run.variables) {
      const SampleStatistics& found = one.statistics;
      tables.add(sheet, run, one,
                 {one.variable, found.samples, found.mean, found.deviation, found.least,
                  found.greatest, found.mean_of_steps});
    }
  }
  return sheet;
}

Sheet energy_sheet(const std::vector<PowerRun>& runs, const DeviceTables& tables) {
  Sheet sheet =
      tables.sheet("Energy by device", {{"mean_watts", Measure::number},
                                        {"deviation_watts", Measure::number},
                                        {"measured_joules", Measure::number},
                                        {"held_joules", Measure::number},
                                        {"mean_times_time_joules", Measure::number},
                                        {"deviation_times_time_joules", Measure::number}});
  for (const PowerRun& run : runs) {
    for (const MeasuredVariable& one : run.variables) {
      if (!one.is_power) continue;
      tables.add(sheet, run, one,
                 {one.statistics.mean, one.statistics.deviation, one.statistics.trapezoids,
                  one.statistics.steps, one.statistics.mean * run.seconds,
                  one.statistics.deviation * run.seconds});
    }
  }
  return sheet;
}

Sheet state_sheet(const std::vector<PowerRun>& runs, const DeviceTables& tables) {
  Sheet sheet = tables.sheet("By state", {{"state"},
                                          {"seconds", Measure::number},
                                          {"joules", Measure::number},
                                          {"mean_watts", Measure::number}});
  for (const PowerRun& run : runs) {
    for (const StateEnergy& one : run.states) {
      tables.add(sheet, run, one,
                 {one.state.empty() ? "(none)" : one.state, one.seconds, one.joules,
                  one.joules / one.seconds});
    }
  }
  return sheet;
}

Sheet run_sheet(const std::vector<PowerRun>& runs, const std::vector<std::string>& parameters) {
  constexpr std::array<const char*, 11> kNames = {
      "seconds",        "devices", "mean_watts",      "measured_joules", "mean_times_time_joules",
      "run_joules",     "work",    "work_per_second", "work_per_joule",  "work_per_run_joule",
      "latency_seconds"};
  std::vector<SheetColumn> columns = {{"run"}};
  for (const std::string& name : parameters) {
    const bool is_taken = is_same_name(name, "run") ||
                          std::any_of(kNames.begin(), kNames.end(),
                                      [&](const char* other) { return is_same_name(name, other); });
    columns.push_back({is_taken ? "parameter_" + name : name, Measure::words, true});
  }
  for (const char* name : kNames) columns.push_back({name, Measure::number});
  Sheet sheet("Runs", std::move(columns));
  for (const PowerRun& run : runs) {
    std::vector<Cell> row = {run.name};
    for (const std::string& word : run.parameters) row.emplace_back(word);
    const auto if_any = [&](double number) { return number_if(run.devices > 0, number); };
    const auto ratio = [&](double whole) {
      return number_if(run.work && whole > 0, run.work.value_or(0) / whole);
    };
    row.insert(row.end(), {run.seconds, uint64_t{run.devices}, if_any(run.mean_watts),
                           if_any(run.trapezoids), if_any(run.mean_times_time()),
                           number_if(run.devices > 0 && run.has_run_state, run.run_joules),
                           number_if(run.work.has_value(), run.work.value_or(0)),
                           ratio(run.seconds), ratio(run.mean_times_time()), ratio(run.run_joules),
                           number_if(run.latency.has_value(), run.latency.value_or(0))});
    sheet.add(std::move(row));
  }
  return sheet;
}

void add_remarks(const EnergyOptions& options, const PowerRun& run,
                 std::vector<std::string>& remarks) {
  const std::string name = visible(run.name);
  if (run.negative > 0) {
    remarks.push_back(fmt::format("Warning: {}: {} with negative power left out.", name,
                                  counted(run.negative, "sample", "samples")));
  }
  if (run.not_finite > 0) {
    remarks.push_back(fmt::format("Warning: {}: {} left out because numbers are not finite.", name,
                                  counted(run.not_finite, "sample", "samples")));
  }
  for (const MeasuredVariable& one : run.variables) {
    if (!one.is_sum) continue;
    remarks.push_back(fmt::format(
        "{}: the power of {} is the sum of the power inside it, so it is not added again.", name,
        visible(one.device)));
  }
  if (!run.around_others.empty()) {
    remarks.push_back(
        fmt::format("Warning: {}: {} and containers inside it have power, and all of it is added. "
                    "Choose with --containers.",
                    name, visible(run.around_others.front())));
  }
  if (run.devices == 0) {
    remarks.push_back(fmt::format("{}: no variable is called {}, so there is no energy.", name,
                                  visible(options.names.power)));
  }
  if (!run.has_run_state) {
    remarks.push_back(fmt::format(
        "{}: no state is called {}; the time is measured from the first sample to the end.", name,
        visible(options.run_state)));
  }
}

// A bad one among others is left out.
bool add_run(const EnergyOptions& options, const std::string& path, std::vector<PowerRun>& runs,
             std::vector<std::string>& remarks) {
  try {
    runs.push_back(read_run(options, path));
    return true;
  } catch (const TraceError& error) {
    if (options.inputs.size() == 1) throw;
    remarks.push_back("Warning: left out: " + one_line(error.diagnostic()));
    return false;
  }
}

}  // namespace

Report show_report(const EnergyOptions& options, bool& has_bad) {
  Report report;
  Parameters parameters(options.parameters);
  std::vector<PowerRun> runs;
  for (const std::string& path : options.inputs) {
    if (!add_run(options, path, runs, report.remarks)) {
      has_bad = true;
      continue;
    }
    runs.back().work = options.work;
    parameters.set(runs.back(), report.remarks);
    add_remarks(options, runs.back(), report.remarks);
  }
  parameters.add_unused(report.remarks);
  if (runs.empty()) throw std::runtime_error("no run could be read: " + report.remarks.front());
  if (!options.svg.empty()) {
    refuse_input_files({options.svg});
    OutputFile file(options.svg);
    file.write(report_picture(runs));
    file.commit();
  }
  std::vector<std::string> names = parameters.names();
  add_fields(runs, names);
  const DeviceTables tables(runs);
  report.sheets.emplace_back("runs", run_sheet(runs, names));
  report.sheets.emplace_back("variables", variable_sheet(runs, tables));
  report.sheets.emplace_back("energy", energy_sheet(runs, tables));
  report.sheets.emplace_back("states", state_sheet(runs, tables));
  return report;
}

}  // namespace paje::tools
