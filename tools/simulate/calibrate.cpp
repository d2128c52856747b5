#include "simulate/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "paje/models/least_squares.hpp"
#include "simulate/measured_times.hpp"

namespace paje::tools {

namespace {

class Calibration {
 public:
  Calibration(const SimulateOptions& options, std::vector<MeasuredTime> runs)
      : options_(options), runs_(std::move(runs)) {
    for (const MeasuredTime& run : runs_) {
      auto& settings = configurations_.emplace_back(run.settings);
      for (const std::string& name : options.fit) settings.emplace_back(name, 1);
    }
    std::map<std::string, std::string> places;
    const MeasuredTime& first = runs_.front();
    for (std::size_t i = 0; i < first.places.size(); ++i) {
      places[first.settings[i].first] = first.places[i];
    }
    study_ = read_study(options, configurations_, places);
    for (const std::string& name : options.fit) start_.push_back(start_of(name));
  }

  LeastSquaresFit fit() {
    if (start_.empty()) return {};
    try {
      return fit_least_squares([&](std::span<const double> at) { return residuals(at); }, start_);
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(one_line(options_.calibrate.front()) + ": " + error.what());
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
  Calibration calibration(options, read_measured_times(options));
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
