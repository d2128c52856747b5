// Predicted and measured configurations: tables 4 to 9 of Papadopoulou, Goumas and Koziris.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "common/tool.hpp"
#include "runs/csv_table.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

struct Configurations {
  std::vector<std::string> names;
  std::vector<ScalingPoint> points;
  std::vector<bool> is_on_front;

  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }
};

Configurations read_configurations(const std::string& path) {
  const CsvTable table(path);
  const auto cores = table.need_column("cores"), time = table.need_column("time");
  const auto name = table.column("name");
  Configurations read;
  for (std::size_t row = 0; row < table.size(); ++row) {
    read.names.push_back(name ? table.words(row, *name) : table.words(row, cores));
    if (std::count(read.names.begin(), read.names.end(), read.names.back()) > 1) {
      table.fail(row, "the configuration " + one_line(read.names.back()) + " is there already");
    }
    read.points.push_back({table.positive_whole(row, cores), table.positive(row, time)});
  }
  if (read.points.empty()) throw std::runtime_error(one_line(path) + ": the table has no rows");
  return read;
}

// Those of a table that have these names, in their order.
Configurations with_names(const Configurations& of, const std::vector<std::string>& names) {
  Configurations found;
  found.names = names;
  for (const std::string& name : names) found.points.push_back(of.points[*of.find(name)]);
  found.is_on_front.assign(found.points.size(), false);
  for (const std::size_t i : pareto_front(found.points)) found.is_on_front[i] = true;
  return found;
}

void check_cores(const Configurations& predicted, const Configurations& measured) {
  if (measured.names.empty()) {
    throw std::runtime_error("no configuration is in both tables; they are compared by name");
  }
  for (std::size_t i = 0; i < measured.points.size(); ++i) {
    const double one = predicted.points[i].cores, other = measured.points[i].cores;
    if (one == other) continue;
    throw std::runtime_error(
        fmt::format("the configuration {} is predicted for {:g} cores, but measured on {:g}",
                    one_line(measured.names[i]), one, other));
  }
}

std::string yes(bool truth) { return truth ? "yes" : "no"; }

Sheet configurations_sheet(const Configurations& predicted, const Configurations& measured,
                           std::size_t& matches) {
  Sheet sheet("", {{"configuration"},
                   {"cores", Measure::number},
                   {"predicted", Measure::time},
                   {"measured", Measure::time},
                   {"error", Measure::share},
                   {"predicted_front"},
                   {"measured_front"},
                   {"match"}});
  for (std::size_t i = 0; i < measured.points.size(); ++i) {
    const bool both = predicted.is_on_front[i] && measured.is_on_front[i];
    matches += both ? 1 : 0;
    const double time = predicted.points[i].time;
    sheet.add({measured.names[i], measured.points[i].cores, time, measured.points[i].time,
               time / measured.points[i].time - 1, yes(predicted.is_on_front[i]),
               yes(measured.is_on_front[i]), yes(both)});
  }
  return sheet;
}

// What is lost if the configuration is taken that the prediction says is best.
void add_best(const char* what, std::size_t (*best)(std::span<const ScalingPoint>),
              double (*measure)(const ScalingPoint&), const Configurations& predicted,
              const Configurations& measured, Sheet& sheet) {
  const std::size_t of_predicted = best(predicted.points), of_measured = best(measured.points);
  const double least = measure(measured.points[of_measured]);
  const double chosen = measure(measured.points[of_predicted]);
  sheet.add({std::string(what), predicted.names[of_predicted], measured.names[of_measured],
             measure(predicted.points[of_predicted]), least, chosen, chosen / least - 1});
}

}  // namespace

Report compare_fronts(const ScalingOptions& options) {
  const Configurations all_predicted = read_configurations(options.predicted);
  const Configurations all_measured = read_configurations(options.measured);
  // What only one of them has says nothing about the prediction.
  std::vector<std::string> names;
  std::copy_if(all_measured.names.begin(), all_measured.names.end(), std::back_inserter(names),
               [&](const std::string& name) { return all_predicted.find(name).has_value(); });
  const Configurations predicted = with_names(all_predicted, names);
  const Configurations measured = with_names(all_measured, names);
  check_cores(predicted, measured);
  Report report;
  std::size_t matches = 0;
  Sheet all = configurations_sheet(predicted, measured, matches);
  Sheet best("Best configurations", {{"least"},
                                     {"predicted_choice"},
                                     {"measured_choice"},
                                     {"predicted", Measure::number},
                                     {"measured", Measure::number},
                                     {"measured_of_predicted_choice", Measure::number},
                                     {"loss", Measure::share}});
  add_best(
      "time (s)", &least_time, [](const ScalingPoint& point) { return point.time; }, predicted,
      measured, best);
  add_best("core-hours", &least_core_hours, &core_hours, predicted, measured, best);
  const auto on_front = [](const Configurations& of) {
    return static_cast<uint64_t>(std::count(of.is_on_front.begin(), of.is_on_front.end(), true));
  };
  report.lines.push_back(fmt::format(
      "{} of {} on the measured front are on the predicted one, too, which has {}.", matches,
      counted(on_front(measured), "configuration", "configurations"), on_front(predicted)));
  if (all.size() < all_measured.points.size() || all.size() < all_predicted.points.size()) {
    report.remarks.push_back(
        fmt::format("Warning: only the {} of {} predicted and {} measured configurations that are "
                    "in both tables are compared.",
                    all.size(), all_predicted.points.size(), all_measured.points.size()));
  }
  report.sheets.emplace_back("configurations", std::move(all));
  report.sheets.emplace_back("best", std::move(best));
  return report;
}

}  // namespace paje::tools
