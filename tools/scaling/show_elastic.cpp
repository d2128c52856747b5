#include <fmt/format.h>

#include <algorithm>

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
  void add(const MeasuredRun& run) {
    time = (time * count + run.time) / (count + 1);
    ++count;
  }
};

double least_machines(const MeasuredRun& run) {
  double least = run.machine_shares.front().machines;
  for (const MachineShare& share : run.machine_shares) least = std::min(least, share.machines);
  return least;
}

FixedRuns fixed_runs(const FamilyScaling& family, double machines) {
  FixedRuns fixed;
  for (const Configuration& one : family.configurations) {
    for (const MeasuredRun* const run : one.runs) {
      if (run->machines == machines) fixed.add(*run);
    }
  }
  return fixed;
}

void add_run(const FamilyScaling& family, const MeasuredRun& run, const ScalingOptions& options,
             Sheet& sheet, Report& report) {
  const double least = least_machines(run);
  const FixedRuns fixed = fixed_runs(family, least);
  ElasticRun elastic;
  elastic.shares = run.machine_shares;
  elastic.started_with = run.machine_shares.front().machines;
  elastic.least = least;
  elastic.fixed_time = fixed.time;
  const double most = most_machines(run.machine_shares);
  const auto paid = cost_of(run, family.name, options.prices);
  const Cell price = paid ? Cell(*paid) : Cell();
  if (fixed.count == 0 || !(least > 0)) {
    report.remarks.push_back(fmt::format(
        "{}{} is elastic, but no run has its least number of machines, {:g}, all along: it cannot "
        "be judged.",
        family_prefix(family), one_line(run.name), least));
    sheet.add({run.name, run.time, elastic.started_with, least, most, Cell(), Cell(), Cell(),
               Cell(), price});
    return;
  }
  const ElasticResult result = judge_elastic(elastic);
  sheet.add({run.name, run.time, elastic.started_with, least, most, result.resource,
             result.speed_up, result.efficiency, result.consistent_efficiency, price});
}

}  // namespace

void add_elastic(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                 Report& report) {
  Sheet sheet("Elastic runs", {{"run"},
                               {"time", Measure::time},
                               {"started_with", Measure::number},
                               {"least", Measure::number},
                               {"most", Measure::number},
                               {"resource", Measure::number},
                               {"elastic_speed_up", Measure::number},
                               {"elastic_efficiency", Measure::number},
                               {"consistent_efficiency", Measure::number},
                               {"cost", Measure::number}});
  for (const FamilyScaling& family : families) {
    for (const MeasuredRun* const run : family.elastic) {
      add_run(family, *run, options, sheet, report);
    }
  }
  report.sheets.emplace_back("elastic", std::move(sheet));
}

}  // namespace paje::tools
