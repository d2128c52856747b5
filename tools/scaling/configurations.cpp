#include "scaling/configurations.hpp"

#include <algorithm>
#include <map>

namespace paje::tools {

namespace {

double mean_of(const std::vector<const MeasuredRun*>& runs, double MeasuredRun::*member) {
  double sum = 0;
  for (const MeasuredRun* const run : runs) sum += run->*member;
  return sum / static_cast<double>(runs.size());
}

// Of a run of whose values something is known.
Configuration::Factors factors_of(const MeasuredRun& run) {
  const double average = run.useful / run.factor_cores;
  const double longest = run.longest_useful;
  return {average / run.time, longest > 0 ? average / longest : 1, longest / run.time,
          run.replayed ? run.replayed->serialisation : 0,
          run.replayed ? run.replayed->transfer : 0};
}

void add_factors(Configuration& one) {
  Configuration::Factors mean;
  const auto count = static_cast<double>(one.runs.size());
  one.is_replayed = true;
  for (const MeasuredRun* const run : one.runs) {
    if (run->processes.empty()) return;  // of a table
    one.is_replayed = one.is_replayed && run->replayed.has_value();
    const Configuration::Factors factors = factors_of(*run);
    for (const auto member :
         {&Configuration::Factors::parallel, &Configuration::Factors::load_balance,
          &Configuration::Factors::communication, &Configuration::Factors::serialisation,
          &Configuration::Factors::transfer}) {
      mean.*member += factors.*member / count;
    }
  }
  one.factors = mean;
}

void describe(Configuration& one) {
  std::vector<double> times;
  for (const MeasuredRun* const run : one.runs) {
    times.push_back(run->time);
    one.machines = std::max(one.machines, run->machines);
  }
  one.time = repetitions(times);
  one.useful = mean_of(one.runs, &MeasuredRun::useful);
  add_factors(one);
}

void compare_with_first(FamilyScaling& family) {
  if (family.configurations.empty()) return;
  const Configuration first = family.configurations.front();
  for (Configuration& one : family.configurations) {
    one.speed_up = speed_up(first.time.mean, one.time.mean);
    one.efficiency = scaling_efficiency(first.cores, first.time.mean, one.cores, one.time.mean);
    if (one.useful > 0 && first.useful > 0) one.computation_scaling = first.useful / one.useful;
    if (one.factors && one.computation_scaling) {
      one.global_efficiency = one.factors->parallel * *one.computation_scaling;
    }
  }
  for (const std::size_t i : pareto_front(family.points())) {
    family.configurations[i].is_on_front = true;
  }
}

}  // namespace

std::vector<ScalingPoint> FamilyScaling::points() const {
  std::vector<ScalingPoint> points;
  for (const Configuration& one : configurations) points.push_back({one.cores, one.time.mean});
  return points;
}

std::vector<FamilyScaling> configurations_of(const std::vector<FamilyRun>& runs) {
  std::vector<FamilyScaling> families;
  std::vector<std::map<double, Configuration>> by_cores;
  for (const FamilyRun& run : runs) {
    std::size_t place = 0;
    while (place < families.size() && families[place].name != run.family) ++place;
    if (place == families.size()) {
      families.push_back({run.family, {}, {}});
      by_cores.emplace_back();
    }
    // Its time is of several numbers of cores.
    if (run.run.is_elastic()) {
      families[place].elastic.push_back(&run.run);
      continue;
    }
    Configuration& one = by_cores[place][run.run.cores];
    one.family = run.family;
    one.cores = run.run.cores;
    one.runs.push_back(&run.run);
  }
  for (std::size_t i = 0; i < families.size(); ++i) {
    for (auto& [cores, one] : by_cores[i]) {
      describe(one);
      families[i].configurations.push_back(std::move(one));
    }
    compare_with_first(families[i]);
  }
  return families;
}

}  // namespace paje::tools
