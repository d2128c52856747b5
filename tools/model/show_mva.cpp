#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/tool.hpp"
#include "model/mva.hpp"
#include "paje/models/queueing.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr double kWorth = 0.02;  // of the time, for twice the processes

double count_of(const std::vector<uint32_t>& processes) {
  return std::accumulate(processes.begin(), processes.end(), 0.0);
}

std::string bottleneck_text(const MvaModel& model, const PlacementPrediction& predicted) {
  const auto most = predicted.bottleneck();
  return fmt::format("{} of {}, {}", most.is_network ? "network" : "CPU",
                     model.system.names[most.node], share_text(most.utilisation));
}

// How wrong predictions are, as the paper has it: 100 - MAPE, and the variation of the ratios.
struct Errors {
  std::vector<double> ratios;  // predicted / measured

  [[nodiscard]] double mean_error() const {
    double sum = 0;
    for (const double ratio : ratios) sum += std::abs(ratio - 1);
    return sum / static_cast<double>(ratios.size());
  }
  [[nodiscard]] double greatest() const {
    double most = 0;
    for (const double ratio : ratios) most = std::max(most, std::abs(ratio - 1));
    return most;
  }
  [[nodiscard]] double variation() const {
    const Repetitions all = repetitions(ratios);
    return all.mean > 0 ? all.deviation / all.mean : 0;
  }
};

void add_errors(const char* of, const Errors& errors, Report& report) {
  if (errors.ratios.empty()) return;
  report.lines.push_back(fmt::format(
      "{} {}: mean error {}, greatest {}; accuracy {}, variation {:.3f}.", of,
      counted(errors.ratios.size(), "run", "runs"), share_text(errors.mean_error()),
      share_text(errors.greatest()), share_text(1 - errors.mean_error()), errors.variation()));
}

Sheet constants_sheet(const MvaModel& model) {
  Sheet sheet("Model", {{"constant"}, {"value", Measure::number}, {"meaning"}});
  sheet.add({"cpu", model.constants.cpu,
             "seconds: multiplied by V_comp, the computing of all processes"});
  sheet.add({"network", model.constants.network, "factor on the network's time"});
  sheet.add({"compute_share", model.compute_share, "V_comp, of " + visible(model.share_from)});
  sheet.add({"sends_factor", model.sends.factor, "C of sends of a process, C ln n + D"});
  sheet.add({"sends_constant", model.sends.constant, "D"});
  sheet.add({"bytes_a", model.message.a,
             model.message.is_power ? "bytes of a message, a n^b" : "bytes of a message, a/n + b"});
  sheet.add({"bytes_b", model.message.b, "b"});
  if (model.amdahl) {
    sheet.add({"amdahl_time", model.amdahl->time, "seconds on one core, by Amdahl's law"});
    sheet.add({"amdahl_serial", model.amdahl->serial, "share that is serial"});
  }
  return sheet;
}

Cell amdahl_time(const MvaModel& model, double count) {
  return model.amdahl ? Cell(model.amdahl->at(count)) : Cell();
}

// Once, whatever has messages.
void warn_of_free_network(const MvaModel& model, const std::vector<uint32_t>& processes,
                          double sends, Report& report) {
  constexpr const char* kWarning =
      "Warning: messages between nodes take no time in this model: --bandwidth, a column bandwidth "
      "or byte_time of --system, or --startup defines their cost.";
  auto& remarks = report.remarks;
  if (!model.has_free_network() || is_on_one_node(processes) || sends <= 0) return;
  if (std::find(remarks.begin(), remarks.end(), kWarning) == remarks.end()) {
    remarks.emplace_back(kWarning);
  }
}

// Once for each fit: what falls below 0 counts as 0, and then nothing is sent.
void warn_of_negative_fits(const MvaModel& model, const std::vector<uint32_t>& processes,
                           Report& report) {
  const double count = count_of(processes);
  if (is_on_one_node(processes)) return;
  const auto warn = [&](bool is_negative, const char* of) {
    const std::string begin = fmt::format("Warning: the fit of {} is below 0 ", of);
    const auto is_there = [&](const std::string& remark) { return remark.starts_with(begin); };
    auto& remarks = report.remarks;
    if (!is_negative || std::any_of(remarks.begin(), remarks.end(), is_there)) return;
    remarks.push_back(fmt::format(
        "{}for {:g} processes and counts as 0: their messages take no time in this model.", begin,
        count));
  };
  warn(model.sends.is_negative(count), "the sends of a process");
  warn(model.message.is_negative(count), "the bytes of a message");
}

// Of a row of the table of saturation: some seconds.
constexpr double kMostSteps = 1e10;

double steps_of(const System& system, const std::vector<uint32_t>& processes, uint64_t count) {
  std::vector<Station> stations;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (processes[i] > 0) stations.push_back({1, system.nodes[i].cores});
  }
  return network_steps(stations, static_cast<uint32_t>(count));
}

std::vector<uint32_t> fill_cores(const System& system, uint64_t count) {
  std::vector<uint32_t> processes(system.nodes.size(), 0);
  for (std::size_t i = 0; i < processes.size(); ++i) {
    processes[i] = static_cast<uint32_t>(std::min<uint64_t>(count, system.nodes[i].cores));
    count -= processes[i];
  }
  return processes;
}

// A step may be less than twice: it has to gain less.
bool gains_enough(uint64_t from, double time, uint64_t to, double then) {
  const double doublings = std::log2(static_cast<double>(to) / static_cast<double>(from));
  return then < time * (1 - kWorth * doublings);
}

// Counts from `first` to `last`: all, or so many that neighbours differ by some per cent.
std::vector<uint64_t> counts_between(uint64_t first, uint64_t last) {
  constexpr double kStep = 1.02;
  std::vector<uint64_t> counts;
  for (uint64_t count = first; count <= last;) {
    counts.push_back(count);
    count = std::max(count + 1, static_cast<uint64_t>(static_cast<double>(count) * kStep));
  }
  return counts;
}

// The first count that no other, up to twice as many, gains enough of. `worth` is one that twice as
// many are worth it for, `saturated` one that they are not.
uint64_t saturation_between(const MvaModel& model, uint64_t worth, uint64_t saturated,
                            uint64_t cores) {
  if (saturated == 0) return 0;
  const std::vector<uint64_t> counts =
      counts_between(std::max<uint64_t>(1, worth), std::min(cores, 4 * saturated));
  const double steps =
      steps_of(model.system, fill_cores(model.system, counts.back()), counts.back());
  if (steps * static_cast<double>(counts.size()) > kMostSteps) return saturated;
  std::vector<double> times;
  for (const uint64_t count : counts) {
    times.push_back(model.predict(fill_cores(model.system, count)).time);
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    bool is_worth_it = false;
    for (std::size_t k = i + 1; k < counts.size() && counts[k] <= 2 * counts[i]; ++k) {
      is_worth_it = is_worth_it || gains_enough(counts[i], times[i], counts[k], times[k]);
    }
    if (!is_worth_it) return counts[i];
  }
  return saturated;
}

}  // namespace

void add_mva(const MvaModel& model, const std::vector<MvaProfile>& profiles, bool is_fit,
             Report& report) {
  Sheet sheet("", {{"run"},
                   {"set"},
                   {"placement"},
                   {"processes", Measure::number},
                   {"compute_share", Measure::share},
                   {"sends", Measure::number},
                   {"message_bytes", Measure::bytes},
                   {"predicted", Measure::time},
                   {"measured", Measure::time},
                   {"error", Measure::share},
                   {"amdahl", Measure::time},
                   {"amdahl_error", Measure::share},
                   {"bottleneck"}});
  Errors fitted, judged;
  for (const MvaProfile& profile : profiles) {
    const PlacementPrediction predicted = model.predict(profile.processes);
    const double ratio = predicted.time / profile.time;
    (profile.is_judged ? judged : fitted).ratios.push_back(ratio);
    const Cell amdahl = amdahl_time(model, profile.count);
    sheet.add({profile.name, profile.is_judged ? "judged" : "fitted",
               placement_text(profile.processes), profile.count, profile.compute_share,
               profile.sends, profile.message_bytes, predicted.time, profile.time, ratio - 1,
               amdahl,
               model.amdahl ? Cell(model.amdahl->at(profile.count) / profile.time - 1) : Cell(),
               bottleneck_text(model, predicted)});
  }
  add_errors("Fitted to", fitted, report);
  add_errors("Judged on", judged, report);
  if (is_fit && judged.ratios.empty()) {
    report.remarks.emplace_back(
        "Warning: the model was judged only on runs that it was fitted to; --judge adds others.");
  }
  const auto is_fitted = [&](const MvaProfile& profile) {
    return std::any_of(profiles.begin(), profiles.end(), [&](const MvaProfile& one) {
      return !one.is_judged && one.time == profile.time && one.processes == profile.processes;
    });
  };
  const auto again = std::count_if(profiles.begin(), profiles.end(), [&](const MvaProfile& one) {
    return one.is_judged && is_fitted(one);
  });
  if (again > 0) {
    report.remarks.push_back(
        warning_of_judged(static_cast<std::size_t>(again), judged.ratios.size()));
  }
  for (const MvaProfile& one : profiles) {
    warn_of_free_network(model, one.processes, one.sends, report);
    warn_of_negative_fits(model, one.processes, report);
  }
  report.sheets.emplace_back("runs", std::move(sheet));
  report.sheets.emplace_back("model", constants_sheet(model));
}

void add_placements(const MvaModel& model, const std::vector<std::string>& placements,
                    Report& report) {
  Sheet sheet("Placements", {{"placement"},
                             {"processes", Measure::number},
                             {"predicted", Measure::time},
                             {"amdahl", Measure::time},
                             {"bottleneck"}});
  for (const std::string& text : placements) {
    const auto processes = parse_placement(text, model.system.nodes.size());
    warn_of_free_network(model, processes, model.sends.at(count_of(processes)), report);
    warn_of_negative_fits(model, processes, report);
    const PlacementPrediction predicted = model.predict(processes);
    sheet.add({placement_text(processes), count_of(processes), predicted.time,
               amdahl_time(model, count_of(processes)), bottleneck_text(model, predicted)});
  }
  report.sheets.emplace_back("placements", std::move(sheet));
}

void add_saturation(const MvaModel& model, Report& report) {
  Sheet sheet("As processes fill the cores of the nodes", {{"processes", Measure::number},
                                                           {"predicted", Measure::time},
                                                           {"amdahl", Measure::time},
                                                           {"bottleneck"}});
  uint64_t cores = 0;
  for (const ModelNode& node : model.system.nodes) cores += node.cores;
  double last = 0;
  uint64_t last_count = 0, saturated = 0, worth = 0;
  for (uint64_t count = 1; count <= cores && count > last_count;
       count = std::min(cores, 2 * count)) {
    const std::vector<uint32_t> processes = fill_cores(model.system, count);
    if (count > 1 && steps_of(model.system, processes, count) > kMostSteps) {
      report.remarks.push_back(
          fmt::format("The table of saturation ends at {} of {}: computing more rows would take "
                      "too long.",
                      counted(last_count, "process", "processes"), with_separators(cores)));
      break;
    }
    const PlacementPrediction predicted = model.predict(processes);
    const bool is_worth_it =
        last_count == 0 || gains_enough(last_count, last, count, predicted.time);
    if (!is_worth_it && saturated == 0) saturated = last_count;
    if (saturated == 0) worth = last_count;
    sheet.add({static_cast<double>(count), predicted.time,
               amdahl_time(model, static_cast<double>(count)), bottleneck_text(model, predicted)});
    last = predicted.time;
    last_count = count;
  }
  saturated = saturation_between(model, worth, saturated, cores);
  report.lines.push_back(
      saturated == 0
          ? fmt::format("No saturation up to {}.", counted(last_count, "process", "processes"))
          : fmt::format("Saturation at {}: up to twice as many gain less than {:g} %.",
                        counted(saturated, "process", "processes"), 100 * kWorth));
  report.sheets.emplace_back("saturation", std::move(sheet));
}

}  // namespace paje::tools
