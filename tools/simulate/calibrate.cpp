#include "simulate/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/models/least_squares.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

struct MeasuredTime {
  std::vector<Setting> settings;
  double time = 0;
  bool is_fitted = false;
};

// From the first state to the last.
double length_of(const std::string& path, unsigned threads) {
  ReadOptions read;
  read.threads = threads;
  read.ignore_incomplete_links = true;
  const Trace trace = read_trace({.tool = "pj_simulate", .quiet = true}, path, read);
  const StateColumns states = trace.states();
  if (states.start.size() == 0) {
    throw std::runtime_error(one_line(path) + ": the trace has no state");
  }
  return *std::max_element(states.end.begin(), states.end.end()) -
         *std::min_element(states.start.begin(), states.start.end());
}

class RunTable {
 public:
  explicit RunTable(const SimulateOptions& options)
      : options_(options), table_(options.calibrate) {}

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
      }
      run.time = time ? table_.positive(row, *time) : time_of_trace(row, *trace);
      run.is_fitted = use ? is_fitted(row, *use) : row % 2 == 0;
      if (options_.fit.empty()) run.is_fitted = false;
    }
    if (runs.empty()) throw std::runtime_error(one_line(options_.calibrate) + ": there is no run");
    return runs;
  }

 private:
  // Next to the table, if the path is not absolute.
  double time_of_trace(std::size_t row, std::size_t column) {
    const std::filesystem::path name = table_.words(row, column);
    const double time =
        length_of((std::filesystem::path(options_.calibrate).parent_path() / name).string(),
                  options_.threads);
    if (!(time > 0)) table_.fail(row, "the run has no length");
    return time;
  }
  bool is_fitted(std::size_t row, std::size_t column) {
    const std::string& word = table_.words(row, column);
    if (word != "fit" && word != "test") {
      table_.fail(row, fmt::format("expected fit or test, found '{}'", one_line(word)));
    }
    return word == "fit";
  }

  const SimulateOptions& options_;
  CsvTable table_;
};

class Calibration {
 public:
  Calibration(const SimulateOptions& options, std::vector<MeasuredTime> runs)
      : options_(options), runs_(std::move(runs)) {
    for (const MeasuredTime& run : runs_) {
      auto& settings = configurations_.emplace_back(run.settings);
      for (const std::string& name : options.fit) settings.emplace_back(name, 1);
    }
    study_ = read_study(options, configurations_);
    for (const std::string& name : options.fit) start_.push_back(start_of(name));
  }

  LeastSquaresFit fit() {
    if (start_.empty()) return {};
    try {
      return fit_least_squares([&](std::span<const double> at) { return residuals(at); }, start_);
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(one_line(options_.calibrate) + ": " + error.what());
    }
  }
  std::vector<double> times(std::span<const double> parameters) {
    for (auto& settings : study_.configurations) {
      const std::size_t first = settings.size() - parameters.size();
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        settings[first + i].second = parameters[i];
      }
    }
    simulate_all(options_, study_);
    std::vector<double> all;
    for (const SimulationResult& result : study_.results) all.push_back(result.time);
    return all;
  }
  [[nodiscard]] const std::vector<MeasuredTime>& runs() const { return runs_; }

 private:
  // What the system or the application says; 1 instead of 0, which has no scale.
  double start_of(const std::string& name) {
    const ReadSystem& system = *study_.systems.front();
    if (std::find(system.variables.begin(), system.variables.end(), name) !=
        system.variables.end()) {
      throw WrongUsage("--fit: " + one_line(name) +
                       " is a variable of the system, which is built "
                       "before it is simulated");
    }
    const auto& names = system.description.coefficients;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return 1;
    const auto place = kModelValues + static_cast<std::size_t>(found - names.begin());
    for (const CostModel& model : system.description.models) {
      if (model.values[place] > 0) return model.values[place];
    }
    return 1;
  }
  std::vector<double> residuals(std::span<const double> parameters) {
    const std::vector<double> simulated = times(parameters);
    std::vector<double> errors;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].is_fitted) errors.push_back(simulated[i] / runs_[i].time - 1);
    }
    return errors;
  }

  const SimulateOptions& options_;
  std::vector<MeasuredTime> runs_;
  std::vector<std::vector<Setting>> configurations_;
  Study study_;
  std::vector<double> start_;
};

Sheet runs_sheet(const std::vector<MeasuredTime>& runs, const std::vector<double>& simulated) {
  std::vector<SheetColumn> columns;
  for (const Setting& setting : runs.front().settings) {
    columns.push_back({setting.first, Measure::number, true});
  }
  columns.insert(columns.end(), {{"use", Measure::words},
                                 {"measured", Measure::time},
                                 {"simulated", Measure::time},
                                 {"error_percent", Measure::number, true}});
  Sheet sheet("Runs", std::move(columns));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<Cell> row;
    for (const Setting& setting : runs[i].settings) row.emplace_back(setting.second);
    row.insert(row.end(),
               {Cell(std::string(runs[i].is_fitted ? "fit" : "test")), Cell(runs[i].time),
                Cell(simulated[i]), Cell(std::abs(simulated[i] / runs[i].time - 1) * 100)});
    sheet.add(std::move(row));
  }
  return sheet;
}

// The greatest and the mean error of the runs that were fitted, or of the others.
std::vector<Cell> errors_row(const std::vector<MeasuredTime>& runs,
                             const std::vector<double>& simulated, bool is_fitted) {
  double most = 0, sum = 0;
  uint64_t count = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].is_fitted != is_fitted) continue;
    const double error = std::abs(simulated[i] / runs[i].time - 1) * 100;
    most = std::max(most, error);
    sum += error;
    ++count;
  }
  const bool has_some = count > 0;
  return {std::string(is_fitted ? "fit" : "test"), count, number_if(has_some, most),
          number_if(has_some, sum / static_cast<double>(std::max<uint64_t>(count, 1)))};
}

}  // namespace

Report calibration_report(const SimulateOptions& options) {
  Calibration calibration(options, RunTable(options).read());
  const LeastSquaresFit fit = calibration.fit();
  const std::vector<double> simulated = calibration.times(fit.parameters);
  Report report;
  Sheet coefficients("Coefficients",
                     {{"coefficient", Measure::words, true}, {"value", Measure::number}});
  for (std::size_t i = 0; i < options.fit.size(); ++i) {
    coefficients.add({options.fit[i], fit.parameters[i]});
  }
  Sheet errors("Errors", {{"use", Measure::words},
                          {"runs", Measure::count},
                          {"d_max", Measure::number, true},
                          {"d_avg", Measure::number, true}});
  for (const bool is_fitted : {true, false}) {
    errors.add(errors_row(calibration.runs(), simulated, is_fitted));
  }
  report.sheets.emplace_back("coefficients", std::move(coefficients));
  report.sheets.emplace_back("errors", std::move(errors));
  report.sheets.emplace_back("runs", runs_sheet(calibration.runs(), simulated));
  report.remarks.emplace_back("Errors are |measured - simulated| / measured, in percent.");
  if (!options.fit.empty() && !fit.is_determined) {
    report.remarks.emplace_back(
        "Warning: other values of the coefficients fit these runs just as well.");
  }
  return report;
}

}  // namespace paje::tools
