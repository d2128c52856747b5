#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

Cell cell(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }
Cell cell_if(bool is_known, double number) { return is_known ? Cell(number) : Cell(); }

// A column, and what it shows of a configuration.
struct Column {
  SheetColumn head;
  std::function<Cell(const Configuration&)> show;
};

Column factor(const char* name, double Configuration::Factors::*member, bool needs_replay = false) {
  return {{name, Measure::share}, [member, needs_replay](const Configuration& one) {
            const bool is_known = one.factors && (one.is_replayed || !needs_replay);
            return is_known ? Cell((*one.factors).*member) : Cell();
          }};
}

std::vector<Column> time_columns() {
  return {
      {{"machines", Measure::number},
       [](const Configuration& one) { return cell_if(one.machines > 0, one.machines); }},
      {{"runs", Measure::count}, [](const Configuration& one) { return Cell(one.time.count); }},
      {{"time", Measure::time}, [](const Configuration& one) { return Cell(one.time.mean); }},
      {{"deviation", Measure::time},
       [](const Configuration& one) { return cell_if(one.time.count > 1, one.time.deviation); }},
      {{"low", Measure::time},
       [](const Configuration& one) { return cell_if(one.time.count > 1, one.time.low); }},
      {{"high", Measure::time},
       [](const Configuration& one) { return cell_if(one.time.count > 1, one.time.high); }},
      {{"speed_up", Measure::number}, [](const Configuration& one) { return Cell(one.speed_up); }},
      {{"efficiency", Measure::share},
       [](const Configuration& one) { return Cell(one.efficiency); }},
  };
}

std::vector<Column> factor_columns() {
  using Factors = Configuration::Factors;
  return {
      {{"global_efficiency", Measure::share},
       [](const Configuration& one) { return cell(one.global_efficiency); }},
      {{"computation_scaling", Measure::share},
       [](const Configuration& one) { return cell(one.computation_scaling); }},
      factor("parallel", &Factors::parallel),
      factor("load_balance", &Factors::load_balance),
      factor("communication", &Factors::communication),
      factor("serialisation", &Factors::serialisation, true),
      factor("transfer", &Factors::transfer, true),
  };
}

std::vector<Column> cost_columns(const ScalingOptions& options) {
  std::vector<Column> columns = {
      {{"core_hours", Measure::number},
       [](const Configuration& one) {
         return Cell(core_hours({one.cores, one.time.mean}));
       }},
      {{"front"},
       [](const Configuration& one) { return Cell(std::string(one.is_on_front ? "yes" : "no")); }},
  };
  // Member by member: of an aggregate whose second member may throw, GCC 12 warns.
  Column cost;
  cost.head = {"cost", Measure::number};
  cost.show = [options](const Configuration& one) { return cell(cost_of(one, options.prices)); };
  columns.insert(columns.begin() + 1, std::move(cost));
  return columns;
}

Sheet table(const std::string& title, const std::vector<FamilyScaling>& families,
            const std::vector<Column>& columns) {
  const bool named = is_named_family(families);
  std::vector<SheetColumn> heads = {{"cores", Measure::number}};
  for (const Column& column : columns) heads.push_back(column.head);
  Sheet sheet(title, with_family(named, std::move(heads)));
  for (const FamilyScaling& family : families) {
    for (const Configuration& one : family.configurations) {
      std::vector<Cell> row;
      if (named) row.emplace_back(one.family);
      row.emplace_back(one.cores);
      for (const Column& column : columns) row.push_back(column.show(one));
      sheet.add(std::move(row));
    }
  }
  return sheet;
}

// Columns that say nothing of any configuration are left out of text.
std::vector<Column> telling(const std::vector<FamilyScaling>& families,
                            std::vector<Column> columns) {
  std::erase_if(columns, [&](const Column& column) {
    for (const FamilyScaling& family : families) {
      for (const Configuration& one : family.configurations) {
        if (!std::holds_alternative<std::monostate>(column.show(one))) return false;
      }
    }
    return true;
  });
  return columns;
}

std::string cores_text(double cores) {
  return fmt::format("{:g} core{}", cores, cores == 1 ? "" : "s");
}

std::string knee_text(const FamilyScaling& family, double share) {
  const std::vector<ScalingPoint> points = family.points();
  const std::size_t knee = find_knee(points, share);
  if (knee + 1 == points.size()) {
    return fmt::format("no knee: each step up to {:g} cores makes the run at least {:g} % shorter",
                       points[knee].cores, 100 * share);
  }
  const double shorter = 1 - points[knee + 1].time / points[knee].time;
  return fmt::format("knee at {}: {:g} make the run {}{:.1f} % {}", cores_text(points[knee].cores),
                     points[knee + 1].cores, shorter < 0 ? "" : "only ", 100 * std::abs(shorter),
                     shorter < 0 ? "longer" : "shorter");
}

void add_sentences(const FamilyScaling& family, const ScalingOptions& options, Report& report) {
  const std::vector<ScalingPoint> points = family.points();
  const std::string prefix = family_prefix(family);
  if (points.empty()) {
    report.notes.push_back(prefix +
                           "All runs are elastic: there is no number of cores to "
                           "compare them by.");
    return;
  }
  if (points.size() == 1) {
    report.notes.push_back(
        prefix + "All runs have the same number of cores, so there is nothing to compare.");
    return;
  }
  report.lines.push_back(fmt::format(
      "{}{}; fastest on {:g}, least core-hours on {}.", prefix, knee_text(family, options.knee),
      points[least_time(points)].cores, cores_text(points[least_core_hours(points)].cores)));
}

void check_prices(const std::vector<FamilyScaling>& families, const ScalingOptions& options) {
  if (const auto name = unknown_family(families, options.prices)) {
    throw WrongUsage("--price: there is no family " + one_line(*name));
  }
}

void add_remark(std::string line, Report& report) {
  if (!line.empty()) report.remarks.push_back(std::move(line));
}

// Runs on as many cores are repetitions, also if they were on other machines.
std::string remark_of_merged(const FamilyScaling& family, const Configuration& one) {
  std::set<double> machines;
  for (const MeasuredRun* const run : one.runs) {
    if (run->machines > 0) machines.insert(run->machines);
  }
  if (machines.size() < 2) return "";
  return fmt::format(
      "Warning: {}runs on {} count as repetitions, although they were on {:g} to {:g} machines; "
      "families (--family) keep them apart.",
      family_prefix(family), cores_text(one.cores), *machines.begin(), *machines.rbegin());
}

void add_warnings(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                  Report& report) {
  std::set<std::string> types;
  bool lacks_machines = false;
  for (const FamilyScaling& family : families) {
    std::vector<const MeasuredRun*> runs = family.elastic;
    for (const Configuration& one : family.configurations) {
      runs.insert(runs.end(), one.runs.begin(), one.runs.end());
    }
    for (const MeasuredRun* const run : runs) add_remark(remark_of_machines(*run), report);
    add_remark(remark_of_values(runs), report);
    for (const Configuration& one : family.configurations) {
      add_remark(remark_of_merged(family, one), report);
      lacks_machines = lacks_machines || (price_of(one.family, options.prices) != nullptr &&
                                          !cost_of(one, options.prices));
      for (const MeasuredRun* const run : one.runs) {
        if (!run->process_type.empty()) types.insert(run->process_type);
      }
    }
  }
  if (types.size() > 1) report.remarks.push_back(warning_of_types(types));
  if (lacks_machines) {
    report.remarks.emplace_back(
        "Warning: runs with an unknown number of machines have no cost; --machines-from or "
        "--cores-per-machine provides the number.");
  }
}

}  // namespace

bool is_named_family(const std::vector<FamilyScaling>& families) {
  return families.size() > 1 || !families.front().name.empty();
}

std::vector<SheetColumn> with_family(bool is_named, std::vector<SheetColumn> columns) {
  if (is_named) columns.insert(columns.begin(), {"family"});
  return columns;
}

std::string family_prefix(const FamilyScaling& family) {
  return family.name.empty() ? "" : visible(family.name) + ": ";
}

void add_scaling(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                 Report& report) {
  check_prices(families, options);
  for (const FamilyScaling& family : families) add_sentences(family, options, report);
  const auto time = time_columns(), factors = factor_columns(), costs = cost_columns(options);
  std::vector<Column> all = time;
  all.insert(all.end(), factors.begin(), factors.end());
  all.insert(all.end(), costs.begin(), costs.end());
  report.sheets.emplace_back("scaling", table("", families, all));
  report.narrow.push_back(table("", families, telling(families, time)));
  const auto known = telling(families, factors);
  if (!known.empty()) report.narrow.push_back(table("Efficiency", families, known));
  report.narrow.push_back(table("Cost", families, telling(families, costs)));
  add_warnings(families, options, report);
}

}  // namespace paje::tools
