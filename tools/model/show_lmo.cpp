#include "model/show_lmo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

#include "common/tool.hpp"
#include "paje/models/scaling.hpp"

namespace paje::tools {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Measurements of one experiment: kind, processes that it has, bytes.
using Key = std::tuple<std::string, int64_t, int64_t, int64_t, double>;

struct Experiment {
  std::vector<double> times;
  double lmo = 0;
  double hockney = 0;
  double loggp = 0;
  double plogp = 0;
};
using Experiments = std::map<Key, Experiment>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void add_pairs(const NetworkModel& model, const NetworkSamples& samples, Experiments& all) {
  for (const RoundTrip& one : samples.round_trips) {
    Experiment& of = all[{"round-trip", one.from, one.to, -1, one.out + one.back}];
    of.times.push_back(one.time);
    of.lmo = model.lmo.time(one);
    of.hockney = model.hockney.time(one.out) + model.hockney.time(one.back);
    of.loggp = model.loggp.time(one.out) + model.loggp.time(one.back);
    of.plogp = model.plogp.time(one.out) + model.plogp.time(one.back);
  }
  for (const OneToTwo& one : samples.one_to_twos) {
    Experiment& of = all[{"one-to-two", one.root, one.first, one.second, one.bytes}];
    of.times.push_back(one.time);
    of.lmo = model.lmo.time(one);
    of.hockney = of.loggp = of.plogp = kNone;  // they say nothing of two messages at once
  }
}

void add_collectives(const NetworkModel& model, const NetworkSamples& samples, Experiments& all) {
  for (const CollectiveTime& one : samples.collectives) {
    const bool scatters = one.kind == CollectiveKind::scatter;
    Experiment& of = all[{scatters ? "scatter" : "gather", one.root, -1, -1, one.bytes}];
    of.times.push_back(one.time);
    const auto time = predict_collective(model.lmo, model.thresholds,
                                         {.kind = one.kind, .root = one.root, .bytes = one.bytes});
    of.lmo = time.value_or(kNone);
    // One message after the other.
    of.hockney = (model.lmo.size() - 1) * model.hockney.time(one.bytes);
    of.loggp = of.plogp = kNone;
  }
}

Cell rank_cell(int64_t rank) {
  if (rank < 0) return {};
  return static_cast<uint64_t>(rank);
}

struct ModelErrors {
  uint64_t count = 0;
  double sum = 0;
  double greatest = 0;
  void add(double predicted, double measured) {
    if (std::isnan(predicted)) return;
    const double error = std::abs(predicted / measured - 1);
    ++count;
    sum += error;
    greatest = std::max(greatest, error);
  }
  [[nodiscard]] Cell mean() const {
    return number_if(count > 0, count > 0 ? sum / static_cast<double>(count) : 0);
  }
};

struct ErrorsOfKind {
  uint64_t experiments = 0;
  ModelErrors lmo, hockney, loggp, plogp;
};

Sheet errors_sheet(const std::map<std::string, ErrorsOfKind>& kinds, bool is_judged) {
  Sheet sheet(is_judged ? "Mean errors on experiments that the model was not fitted to"
                        : "Mean errors on experiments that the model was fitted to",
              {{"experiment"},
               {"measured", Measure::count},
               {"lmo", Measure::share},
               {"lmo_greatest", Measure::share},
               {"hockney", Measure::share},
               {"loggp", Measure::share},
               {"plogp", Measure::share}});
  for (const auto& [kind, of] : kinds) {
    sheet.add({kind, of.experiments, of.lmo.mean(), number_if(of.lmo.count > 0, of.lmo.greatest),
               of.hockney.mean(), of.loggp.mean(), of.plogp.mean()});
  }
  return sheet;
}

}  // namespace

void add_network_model(const NetworkModel& model, Report& report) {
  Sheet processes("Processes: a message of M bytes takes startup + per_byte M at both ends",
                  {{"process", Measure::words, true},
                   {"machine", Measure::words, true},
                   {"startup", Measure::time},
                   {"per_byte", Measure::number}});
  Sheet links("Between two processes: plus per_byte M", {{"from", Measure::words, true},
                                                         {"to", Measure::words, true},
                                                         {"per_byte", Measure::number},
                                                         {"bytes_a_second", Measure::number}});
  for (uint32_t i = 0; i < model.lmo.size(); ++i) {
    processes.add(
        {model.processes[i], model.machines[i], model.lmo.startup[i], model.lmo.per_byte[i]});
    for (uint32_t j = i + 1; j < model.lmo.size(); ++j) {
      const double link = model.lmo.link(i, j);
      links.add({model.processes[i], model.processes[j], link,
                 number_if(link > 0, link > 0 ? 1 / link : 0)});
    }
  }
  report.sheets.emplace_back("processes", std::move(processes));
  report.sheets.emplace_back("links", std::move(links));
}

void add_thresholds(const CollectiveThresholds& of, Report& report) {
  Sheet sheet("Collectives", {{"what"}, {"bytes", Measure::number}, {"per_byte", Measure::number}});
  const auto bytes = [](double number) { return number_if(number < kInfinite, number); };
  sheet.add({std::string("scatter leaps after"), bytes(of.scatter_leap), {}});
  sheet.add({std::string("gather escalates after"), bytes(of.gather_small), of.small_slope});
  sheet.add({std::string("gather is even again from"), bytes(of.gather_large), of.large_slope});
  report.sheets.emplace_back("thresholds", std::move(sheet));
}

void add_network_errors(const NetworkModel& model, const NetworkSamples& samples, bool is_judged,
                        Report& report) {
  Experiments all;
  add_pairs(model, samples, all);
  add_collectives(model, samples, all);
  Sheet sheet(is_judged ? "Experiments that the model is judged on" : "Experiments",
              {{"experiment"},
               {"root", Measure::count},
               {"first", Measure::count},
               {"second", Measure::count},
               {"bytes", Measure::number},
               {"repetitions", Measure::count},
               {"measured", Measure::time},
               {"half_interval", Measure::share},
               {"predicted", Measure::time},
               {"error", Measure::share}});
  std::map<std::string, ErrorsOfKind> kinds;
  for (const auto& [key, one] : all) {
    const auto& [kind, root, first, second, bytes] = key;
    const Repetitions of = repetitions(one.times);
    const bool is_predicted = !std::isnan(one.lmo);
    sheet.add({kind, rank_cell(root), rank_cell(first), rank_cell(second), bytes, of.count, of.mean,
               number_if(of.count > 1, (of.high - of.low) / 2 / of.mean),
               number_if(is_predicted, one.lmo), number_if(is_predicted, one.lmo / of.mean - 1)});
    ErrorsOfKind& errors = kinds[kind];
    ++errors.experiments;
    errors.lmo.add(one.lmo, of.mean);
    errors.hockney.add(one.hockney, of.mean);
    errors.loggp.add(one.loggp, of.mean);
    errors.plogp.add(one.plogp, of.mean);
  }
  report.sheets.emplace_back(is_judged ? "judged" : "errors", errors_sheet(kinds, is_judged));
  report.sheets.emplace_back(is_judged ? "judged_experiments" : "experiments", std::move(sheet));
}

void add_simple_models(const NetworkModel& model, Report& report) {
  Sheet sheet("Models without differences between processes", {{"model"},
                                                               {"bytes", Measure::number},
                                                               {"time", Measure::time},
                                                               {"per_byte", Measure::number}});
  sheet.add(
      {std::string("Hockney: alpha, beta"), {}, model.hockney.latency, model.hockney.per_byte});
  sheet.add({std::string("LogGP: L + 2 o, G"),
             {},
             model.loggp.latency_and_overheads,
             model.loggp.gap_per_byte});
  for (const SizeTime& one : model.plogp.latency_and_gap) {
    sheet.add({std::string("PLogP: L + g"), one.bytes, one.time, {}});
  }
  report.sheets.emplace_back("simple_models", std::move(sheet));
}

}  // namespace paje::tools
