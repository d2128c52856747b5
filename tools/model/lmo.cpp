#include "model/lmo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/tool.hpp"
#include "model/lmo_file.hpp"
#include "model/network_samples.hpp"
#include "model/show_lmo.hpp"

namespace paje::tools {

namespace {

void fit_simple_models(const NetworkSamples& samples, NetworkModel& model) {
  const std::vector<SizeTime> times = one_way_times(samples.round_trips);
  model.hockney = fit_hockney(times);
  model.loggp = fit_loggp(times);
  model.plogp = fit_plogp(times);
}

NetworkModel fit(const NetworkSamples& samples, const ModelOptions& options, Report& report) {
  NetworkModel model{.processes = samples.processes, .machines = samples.machines};
  LmoFit found = fit_lmo(static_cast<uint32_t>(samples.processes.size()), samples.round_trips,
                         samples.one_to_twos,
                         options.least_squares ? LmoMethod::least_squares : LmoMethod::average);
  model.lmo = std::move(found.model);
  fit_simple_models(samples, model);
  model.thresholds = fit_thresholds(
      model.lmo, samples.collectives,
      options.escalation_of_first ? EscalationRule::first : EscalationRule::previous);
  std::string clipped;
  for (const std::string& name : found.clipped) clipped += (clipped.empty() ? "" : ", ") + name;
  if (!clipped.empty()) {
    report.remarks.push_back(
        fmt::format("Warning: noise made these parameters negative, so they are set to 0: {}. "
                    "--repeated median, --method least-squares, more repetitions or larger "
                    "messages may help.",
                    clipped));
  }
  return model;
}

// Of two processes only the models that know no differences can be fitted.
Report fit_pair(const NetworkSamples& samples) {
  NetworkModel model;
  fit_simple_models(samples, model);
  Report report;
  add_simple_models(model, report);
  report.remarks.emplace_back(
      "Warning: with only two processes, nothing shows which of them the time belongs to: the LMO "
      "model needs three.");
  return report;
}

Sheet messages_sheet(const NetworkModel& model, const ModelOptions& options) {
  const uint32_t from = options.root.value_or(0), to = options.to.value_or(from == 0 ? 1 : 0);
  if (from >= model.lmo.size() || to >= model.lmo.size() || from == to) {
    throw WrongUsage(fmt::format("--root and --to: expected two different ranks from 0 to {}",
                                 model.lmo.size() - 1));
  }
  Sheet sheet(fmt::format("Messages from {} to {}", model.processes[from], model.processes[to]),
              {{"bytes", Measure::number},
               {"lmo", Measure::time},
               {"hockney", Measure::time},
               {"loggp", Measure::time},
               {"plogp", Measure::time}});
  for (const double bytes : options.sizes) {
    sheet.add({bytes, model.lmo.time(from, to, bytes), model.hockney.time(bytes),
               model.loggp.time(bytes), model.plogp.time(bytes)});
  }
  return sheet;
}

Cell time_of(const NetworkModel& model, const CollectivePlan& plan) {
  const auto time = predict_collective(model.lmo, model.thresholds, plan);
  return number_if(time.has_value(), time.value_or(0));
}

Sheet collective_sheet(const NetworkModel& model, CollectiveKind kind, const ModelOptions& options,
                       Report& report) {
  const uint32_t root = options.root.value_or(0);
  if (root >= model.lmo.size()) {
    throw WrongUsage(
        fmt::format("--root: expected a rank from 0 to {}, found {}", model.lmo.size() - 1, root));
  }
  Sheet sheet(
      fmt::format("{} of {}: predicted, and the best way to call it",
                  kind == CollectiveKind::scatter ? "Scatter" : "Gather", model.processes[root]),
      {{"bytes", Measure::number},
       {"linear", Measure::time},
       {"binomial", Measure::time},
       {"hockney", Measure::time},
       {"best_root", Measure::words, true},
       {"best_algorithm"},
       {"best_segment", Measure::number},
       {"best_time", Measure::time}});
  uint64_t unknown = 0;
  for (const double bytes : options.sizes) {
    CollectivePlan plan{.kind = kind, .root = root, .bytes = bytes};
    const Cell linear = time_of(model, plan);
    if (std::holds_alternative<std::monostate>(linear)) ++unknown;
    plan.algorithm = RootedAlgorithm::binomial;
    const CollectivePlan best =
        recommend_collective(model.lmo, model.thresholds, kind, bytes, options.root);
    sheet.add({bytes, linear, time_of(model, plan),
               (model.lmo.size() - 1) * model.hockney.time(bytes), model.processes[best.root],
               std::string(best.algorithm == RootedAlgorithm::linear ? "linear" : "binomial"),
               number_if(best.segment > 0, best.segment), time_of(model, best)});
  }
  if (unknown > 0) {
    report.remarks.push_back(
        fmt::format("{} in the range where gather escalates: its time is not predictable there; "
                    "smaller segments avoid this.",
                    counted(unknown, "size is", "sizes are")));
  }
  return sheet;
}

}  // namespace

Report fit_network_model(const ModelOptions& options, std::string& text) {
  const auto read = [&](const std::vector<std::string>& paths) {
    const NetworkSamples all = read_network_samples(paths, options);
    return options.takes_medians ? medians(all) : all;
  };
  const NetworkSamples samples = read(options.runs);
  if (samples.round_trips.empty()) {
    throw std::runtime_error("there are no round trips to fit to");
  }
  if (samples.processes.size() < 3 && options.model.empty()) return fit_pair(samples);
  Report report;
  const NetworkModel model = fit(samples, options, report);
  add_network_model(model, report);
  add_thresholds(model.thresholds, report);
  add_network_errors(model, samples, false, report);
  add_simple_models(model, report);
  const NetworkSamples judged = read(options.judged);
  if (judged.processes.size() > model.processes.size()) {
    throw std::runtime_error("the runs to judge have more processes than the model");
  }
  if (!options.judged.empty()) add_network_errors(model, judged, true, report);
  text = network_json(model);
  return report;
}

Report predict_network_times(const ModelOptions& options) {
  const NetworkModel model = read_network_model(options.model);
  const std::string& operation = options.runs.front();
  Report report;
  if (operation == "send") {
    report.sheets.emplace_back("messages", messages_sheet(model, options));
  } else {
    const auto kind = operation == "scatter" ? CollectiveKind::scatter : CollectiveKind::gather;
    report.sheets.emplace_back("collectives", collective_sheet(model, kind, options, report));
  }
  add_thresholds(model.thresholds, report);
  add_network_model(model, report);
  return report;
}

}  // namespace paje::tools
