#include "simulate/report_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyze/sheet.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

std::vector<Setting> without(std::vector<Setting> settings, const std::set<std::string>& names) {
  std::erase_if(settings, [&](const Setting& one) { return names.contains(one.first); });
  return settings;
}

// Settings that change how many processes there are, all else being equal.
std::set<std::string> counting_settings(const Study& study) {
  std::set<std::string> names;
  for (const Setting& setting : study.configurations.front()) {
    std::map<std::vector<Setting>, uint64_t> counts;
    for (std::size_t i = 0; i < study.results.size() && !names.contains(setting.first); ++i) {
      const uint64_t count = study.results[i].processes;
      const auto others = without(study.configurations[i], {setting.first});
      if (counts.try_emplace(others, count).first->second != count) names.insert(setting.first);
    }
  }
  return names;
}

// Against the configuration with the fewest processes, all else being equal.
std::vector<double> speedups_of(const Study& study) {
  const std::set<std::string> counting = counting_settings(study);
  const auto others = [&](std::size_t i) { return without(study.configurations[i], counting); };
  std::map<std::vector<Setting>, std::size_t> bases;
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    const auto [found, is_new] = bases.try_emplace(others(i), i);
    if (study.results[i].processes < study.results[found->second].processes) found->second = i;
  }
  std::vector<double> speedups;
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    const double base = study.results[bases[others(i)]].time;
    speedups.push_back(study.results[i].time > 0 ? base / study.results[i].time : 1);
  }
  return speedups;
}

Sheet configurations_sheet(const Study& study, const Comparison& comparison) {
  std::vector<SheetColumn> columns;
  for (const Setting& setting : study.configurations.front()) {
    columns.push_back({setting.first, Measure::number, true});
  }
  columns.insert(columns.end(), {{"processes", Measure::count},
                                 {"machines", Measure::count},
                                 {"time", Measure::time},
                                 {"speedup", Measure::number},
                                 {"energy_J", Measure::number, true},
                                 {"failure_probability", Measure::number},
                                 {"expected_time", Measure::time}});
  if (comparison.has_prices) columns.push_back({"cost", Measure::number});
  columns.push_back({"remark", Measure::words});
  Sheet sheet("Configurations", std::move(columns));
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    const SimulationResult& result = study.results[i];
    std::vector<Cell> row;
    for (const Setting& setting : study.configurations[i]) row.emplace_back(setting.second);
    row.insert(row.end(), {Cell(result.processes), Cell(result.machines), Cell(result.time),
                           Cell(comparison.speedups[i]), Cell(result.energy),
                           Cell(result.failure_probability), Cell(result.expected_time)});
    if (comparison.has_prices) row.emplace_back(result.cost);
    std::string remark = comparison.is_front[i] && study.results.size() > 1 ? "front" : "";
    if (comparison.cheapest == i) remark += remark.empty() ? "cheapest" : ", cheapest";
    row.emplace_back(remark);
    sheet.add(std::move(row));
  }
  return sheet;
}

// Of several applications, with the name of each: their labels may have the same names.
Sheet labels_sheet(const Study& study) {
  const bool are_several = study.applications.size() > 1;
  std::vector<SheetColumn> columns;
  if (are_several) columns.push_back({"application", Measure::words, true});
  columns.insert(columns.end(), {{"label", Measure::words, true},
                                 {"processes", Measure::count},
                                 {"end", Measure::time},
                                 {"computing", Measure::time},
                                 {"communicating", Measure::time},
                                 {"computations", Measure::count},
                                 {"communications", Measure::count}});
  Sheet sheet("Labels", std::move(columns));
  auto label = study.results.front().labels.begin();
  for (const Application& application : study.applications) {
    for (std::size_t i = 0; i < application.labels.size(); ++i, ++label) {
      std::vector<Cell> row;
      if (are_several) row.emplace_back(application.name);
      row.insert(row.end(), {Cell(label->name), Cell(label->count), Cell(label->end),
                             Cell(label->computing), Cell(label->communicating),
                             Cell(label->compute_blocks), Cell(label->communication_blocks)});
      sheet.add(std::move(row));
    }
  }
  return sheet;
}

}  // namespace

Comparison compare(const SimulateOptions& options, const Study& study) {
  Comparison comparison;
  comparison.speedups = speedups_of(study);
  std::vector<std::pair<double, double>> rows;
  for (const SimulationResult& result : study.results) {
    rows.emplace_back(result.time, result.energy);
    comparison.has_prices = comparison.has_prices || result.cost > 0;
  }
  comparison.is_front = pareto_front(rows);
  if (!options.most_failure) return comparison;
  const auto price = [&](std::size_t i) {
    const SimulationResult& result = study.results[i];
    return std::pair(comparison.has_prices ? result.cost : result.energy, result.time);
  };
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    if (study.results[i].failure_probability > *options.most_failure) continue;
    if (!comparison.cheapest || price(i) < price(*comparison.cheapest)) comparison.cheapest = i;
  }
  return comparison;
}

Report result_report(const SimulateOptions& options, const Study& study) {
  const Comparison comparison = compare(options, study);
  Report report;
  report.sheets.emplace_back("configurations", configurations_sheet(study, comparison));
  if (study.results.size() == 1) {
    report.sheets.emplace_back("labels", labels_sheet(study));
  }
  const auto per_label = std::count_if(study.results.begin(), study.results.end(),
                                       [](const auto& one) { return one.is_one_per_label; });
  if (per_label > 0) {
    report.remarks.push_back(study.results.size() == 1
                                 ? std::string("One process stands for each label.")
                                 : fmt::format("In {} one process stands for each label.",
                                               counted(static_cast<uint64_t>(per_label),
                                                       "configuration", "configurations")));
  }
  if (options.most_failure && !comparison.cheapest) {
    report.remarks.push_back(fmt::format(
        "No configuration fails with a probability of at most {:g}.", *options.most_failure));
  } else if (options.most_failure && !comparison.has_prices) {
    report.remarks.emplace_back(
        "The cheapest is that with the least energy: no part of the system has a price.");
  }
  return report;
}

}  // namespace paje::tools
