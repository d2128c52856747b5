#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "common/tool.hpp"
#include "model/lmo_file.hpp"
#include "model/mva.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

// As many alike nodes as the runs need.
System system_of(const ModelOptions& options, const std::vector<PlacedRun>& runs,
                 std::size_t least) {
  if (options.cores <= 0) {
    throw WrongUsage("--system FILE or --cores N is required: the cores of nodes");
  }
  System system;
  system.names = nodes_of(runs);
  for (std::size_t i = system.names.size(); i < least; ++i) {
    system.names.push_back(fmt::format("node-{}", i));
  }
  const ModelNode node = {static_cast<uint32_t>(options.cores), 1, options.byte_time};
  system.nodes.assign(system.names.size(), node);
  return system;
}

std::size_t nodes_of_table(const std::string& path) {
  const CsvTable table(path);
  const auto placement = table.need_column("placement");
  std::size_t most = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    try {
      most = std::max(most, placement_numbers(table.words(row, placement)).size());
    } catch (const std::invalid_argument& error) {
      table.fail(row, error.what());
    }
  }
  return most;
}

// The largest run on one node with a core for each process; else the mean of all.
void choose_share(const std::vector<const MvaProfile*>& fitted, MvaModel& model, Report& report) {
  const MvaProfile* best = nullptr;
  double mean = 0;
  for (const MvaProfile* const one : fitted) {
    mean += one->compute_share / static_cast<double>(fitted.size());
    bool has_cores = is_on_one_node(one->processes);
    for (std::size_t i = 0; i < one->processes.size(); ++i) {
      has_cores = has_cores && one->processes[i] <= model.system.nodes[i].cores;
    }
    // A single process communicates with nobody, so it does not show the share.
    if (has_cores && one->count > 1 && (best == nullptr || one->count > best->count)) best = one;
  }
  model.compute_share = best == nullptr ? mean : best->compute_share;
  model.share_from = best == nullptr ? "the mean of all runs" : best->name;
  if (best == nullptr) {
    report.remarks.emplace_back(
        "Warning: no run has several processes on one node with a core for each; the share of "
        "computing is the mean of all runs.");
  }
}

void fit_messages(const std::vector<const MvaProfile*>& fitted, const ModelOptions& options,
                  MvaModel& model, Report& report) {
  std::vector<ProcessSample> sends, sizes;
  std::set<double> counts;
  for (const MvaProfile* const one : fitted) {
    if (!(one->sends > 0)) continue;
    counts.insert(one->count);
    sends.push_back({one->count, one->sends});
    if (one->message_bytes > 0) sizes.push_back({one->count, one->message_bytes});
  }
  if (!sends.empty()) model.sends = fit_sends(sends);
  if (!sizes.empty()) {
    const MessageFit inverse = fit_inverse_size(sizes), power = fit_power_size(sizes);
    const bool takes_power = options.message_fit == "power" ||
                             (options.message_fit == "best" && power.error < inverse.error);
    model.message = takes_power ? power : inverse;
  } else if (!sends.empty()) {
    report.remarks.emplace_back(
        "Warning: the messages have no sizes (--size-field); only --startup makes them take time.");
  }
  if (counts.size() < 3) {
    report.remarks.push_back(fmt::format(
        "Warning: messages are seen for {} only; sends and sizes for others are extrapolated from "
        "these.",
        counted(counts.size(), "number of processes", "numbers of processes")));
  }
}

void add_warnings(const PlacementFit& fit, const MvaModel& model, Report& report) {
  if (!fit.has_run_on_one_node) {
    report.remarks.emplace_back("Warning: no run is on one node with a core for each process.");
  }
  if (!fit.has_run_on_nodes) {
    report.remarks.emplace_back(
        "Warning: all runs are on one node; constants of such runs extrapolate badly to several.");
  }
  // A free network has a warning of its own.
  const bool can_show = !fit.has_run_on_nodes || !model.has_free_network();
  if (!fit.is_network_observable && can_show) {
    report.remarks.emplace_back(
        "Warning: no run shows the network, so that its constant cannot be fitted; it is 1.");
  }
  if (!fit.are_constants_distinct && fit.constants.network != 1) {
    report.remarks.emplace_back(
        "Warning: the runs do not distinguish the constant of the network from that of the CPU. "
        "With the network as it is, messages would need all the time of the runs; so the constant "
        "of the CPU is what its cores compute in that time, and only that of the network is "
        "fitted. Runs on several nodes with other shares of communication would distinguish them.");
  } else if (!fit.are_constants_distinct) {
    report.remarks.emplace_back(
        "Warning: the runs do not distinguish the constant of the network from that of the CPU, so "
        "the first is 1. Runs on several nodes with other shares of communication would "
        "distinguish them.");
  }
  if (fit.is_cpu_at_bound) report.remarks.emplace_back("Warning: the constant of the CPU is 0.");
  if (fit.is_network_at_bound) {
    report.remarks.emplace_back(
        "Warning: the constant of the network is at its bound, 0: messages do not seem to take the "
        "time that the model gives them (do those inside a node use the network?).");
  }
}

// Startup is 2 C on average; a node has the bytes a second of its own pairs if the model knows it,
// else those of all.
void use_network(const std::string& path, MvaRuns& runs) {
  add_input_file(path);
  const NetworkModel model = read_network_model(path);
  runs.startup = network_of_machine(model, "").startup;
  for (std::size_t i = 0; i < runs.system.nodes.size(); ++i) {
    const std::string& node = runs.system.names[i];
    const bool is_known =
        std::find(model.machines.begin(), model.machines.end(), node) != model.machines.end();
    runs.system.nodes[i].byte_time = network_of_machine(model, is_known ? node : "").byte_time;
  }
}

}  // namespace

MvaRuns read_mva_runs(const ModelOptions& options, const System* given, double startup) {
  struct Source {
    std::string word;
    bool is_judged;
    std::optional<PlacedRun> run;  // none of a table
  };
  std::vector<Source> sources;
  std::vector<PlacedRun> placed;
  std::size_t least = 0;
  const auto read = [&](const std::vector<std::string>& words, bool is_judged) {
    for (const std::string& word : words) {
      if (word.ends_with(".csv")) {
        least = std::max(least, nodes_of_table(word));
        sources.push_back({word, is_judged, std::nullopt});
        continue;
      }
      placed.push_back(read_placed_run(word, options.reading));
      sources.push_back({word, is_judged, placed.back()});
    }
  };
  read(options.runs, !options.fits);
  read(options.judged, true);
  MvaRuns runs;
  if (!options.system.empty()) {
    runs.system = read_system(options.system);
  } else {
    runs.system = given != nullptr ? *given : system_of(options, placed, least);
  }
  runs.startup = options.startup.value_or(startup);
  if (!options.network.empty()) use_network(options.network, runs);
  for (const Source& source : sources) {
    if (source.run) {
      runs.process_types.insert(source.run->run.process_type);
      if (!source.run->remark.empty()) runs.remarks.push_back(source.run->remark);
    }
    auto profiles = source.run ? std::vector<MvaProfile>{mva_profile(*source.run, runs.system)}
                               : mva_profiles(source.word, runs.system);
    for (MvaProfile& profile : profiles) {
      profile.is_judged = source.is_judged;
      runs.profiles.push_back(std::move(profile));
    }
  }
  return runs;
}

MvaModel fit_mva(const MvaRuns& runs, const ModelOptions& options, Report& report) {
  MvaModel model;
  model.system = runs.system;
  model.options = options.placement;
  model.startup = runs.startup;
  std::vector<const MvaProfile*> fitted;
  std::vector<ScalingPoint> points;
  for (const MvaProfile& profile : runs.profiles) {
    if (profile.is_judged) continue;
    fitted.push_back(&profile);
    points.push_back({profile.count, profile.time});
  }
  choose_share(fitted, model, report);
  fit_messages(fitted, options, model, report);
  std::vector<ProfiledRun> profiled;
  for (const MvaProfile* const one : fitted) {
    profiled.push_back({one->processes, model.workload(one->count), one->time});
  }
  const PlacementFit fit = fit_placement(profiled, model.system.nodes, model.options);
  model.constants = fit.constants;
  add_warnings(fit, model, report);
  const auto differs = [&](const ScalingPoint& point) {
    return point.cores != points.front().cores;
  };
  if (std::any_of(points.begin(), points.end(), differs)) model.amdahl = fit_amdahl(points);
  if (model.amdahl && model.amdahl->is_at_bound) {
    report.remarks.push_back("Warning: " + amdahl_at_bound(*model.amdahl));
  }
  return model;
}

}  // namespace paje::tools
