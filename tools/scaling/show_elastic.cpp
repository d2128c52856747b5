#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"
#include "runs/live_machines.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

// Runs with a number of machines all along.
struct FixedRuns {
  double time = 0;
  int count = 0;
  std::set<double> cores;
  void add(const MeasuredRun& run) {
    time = (time * count + run.time) / (count + 1);
    ++count;
    cores.insert(run.cores);
  }
};

double least_machines(const std::vector<MachineShare>& shares) {
  double least = shares.front().machines;
  for (const MachineShare& share : shares) least = std::min(least, share.machines);
  return least;
}

// Those with as many cores on each machine as the elastic run, if there are any, else those with as
// many cores, else all.
FixedRuns fixed_runs(const FamilyScaling& family, const MeasuredRun& elastic, double machines) {
  FixedRuns alike, same_cores, all;
  for (const Configuration& one : family.configurations) {
    for (const MeasuredRun* const run : one.runs) {
      if (run->machines != machines) continue;
      if (run->cores * elastic.machines == elastic.cores * machines) alike.add(*run);
      if (run->cores == elastic.cores) same_cores.add(*run);
      all.add(*run);
    }
  }
  if (alike.count > 0) return alike;
  return same_cores.count > 0 ? same_cores : all;
}

void add_run(const FamilyScaling& family, bool is_named, const MeasuredRun& run,
             const ScalingOptions& options, Sheet& sheet, Report& report) {
  const auto add = [&](std::vector<Cell> row) {
    if (is_named) row.insert(row.begin(), Cell(family.name));
    sheet.add(std::move(row));
  };
  const std::vector<MachineShare> lasting = lasting_shares(run.machine_shares);
  const double least = least_machines(lasting);
  const FixedRuns fixed = fixed_runs(family, run, least);
  ElasticRun elastic;
  elastic.shares = run.machine_shares;
  elastic.started_with = lasting.front().machines;
  elastic.least = least;
  elastic.fixed_time = fixed.time;
  const double most = most_machines(run.machine_shares);
  const auto paid = cost_of(run, family.name, options.prices);
  const Cell price = paid ? Cell(*paid) : Cell();
  if (fixed.count == 0 || !(least > 0)) {
    report.remarks.push_back(
        fmt::format("{}{} is elastic, but no run has its least number of machines, {:g}, from "
                    "start to end, so it cannot be judged.",
                    family_prefix(family), one_line(run.name), least));
    add({run.name, run.time, elastic.started_with, least, most, Cell(), Cell(), Cell(), Cell(),
         price});
    return;
  }
  if (fixed.cores.size() > 1) {
    report.remarks.push_back(fmt::format(
        "Warning: {}{} is compared with the mean of runs on {:g} to {:g} cores, all on {:g} "
        "machines.",
        family_prefix(family), one_line(run.name), *fixed.cores.begin(), *fixed.cores.rbegin(),
        least));
  }
  const ElasticResult result = judge_elastic(elastic);
  add({run.name, run.time, elastic.started_with, least, most, result.resource, result.speed_up,
       result.efficiency, result.consistent_efficiency, price});
}

}  // namespace

void add_elastic(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                 Report& report) {
  const bool is_named = is_named_family(families);
  Sheet sheet("Elastic runs", with_family(is_named, {{"run"},
                                                     {"time", Measure::time},
                                                     {"started_with", Measure::number},
                                                     {"least", Measure::number},
                                                     {"most", Measure::number},
                                                     {"resource", Measure::number},
                                                     {"elastic_speed_up", Measure::number},
                                                     {"elastic_efficiency", Measure::number},
                                                     {"consistent_efficiency", Measure::number},
                                                     {"cost", Measure::number}}));
  for (const FamilyScaling& family : families) {
    for (const MeasuredRun* const run : family.elastic) {
      add_run(family, is_named, *run, options, sheet, report);
    }
  }
  report.sheets.emplace_back("elastic", std::move(sheet));
}

}  // namespace paje::tools
