// What the model of placements knows of a run, and what it predicts.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "model/mva_model.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

MvaProfile mva_profile(const PlacedRun& placed, const System& system) {
  const MeasuredRun& run = placed.run;
  MvaProfile profile;
  profile.name = run.name;
  profile.processes = count_on_nodes(placed, system);
  profile.count = static_cast<double>(run.processes.size());
  profile.time = run.time;
  profile.compute_share = std::max(0.0, 1 - run.communication / (profile.count * run.time));
  double messages = 0, bytes = 0;
  for (const auto& one : run.traffic) {
    messages += static_cast<double>(one.messages);
    bytes += one.bytes;
  }
  profile.sends = messages / profile.count;
  profile.message_bytes = messages > 0 ? bytes / messages : 0;
  return profile;
}

std::vector<MvaProfile> mva_profiles(const std::string& path, const System& system) {
  const CsvTable table(path);
  const auto placement = table.need_column("placement"), time = table.need_column("time");
  const auto share = table.need_column("compute_share"), sends = table.need_column("sends");
  const auto bytes = table.need_column("message_bytes");
  std::vector<MvaProfile> profiles;
  for (std::size_t row = 0; row < table.size(); ++row) {
    MvaProfile profile;
    profile.name = table.words(row, placement);
    if (const auto name = table.column("name")) profile.name = table.words(row, *name);
    try {
      profile.processes = parse_placement(table.words(row, placement), system.nodes.size());
    } catch (const std::invalid_argument& error) {
      table.fail(row, error.what());
    }
    profile.count = std::accumulate(profile.processes.begin(), profile.processes.end(), 0.0);
    profile.time = table.positive(row, time);
    profile.compute_share = table.number(row, share, 0);
    if (profile.compute_share > 1 || profile.count == 0) {
      table.fail(row, "expected processes, and a compute_share from 0 to 1");
    }
    profile.sends = table.number(row, sends, 0);
    profile.message_bytes = table.number(row, bytes, 0);
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

bool is_on_one_node(const std::vector<uint32_t>& processes) {
  return std::count_if(processes.begin(), processes.end(),
                       [](uint32_t here) { return here > 0; }) == 1;
}

bool MvaModel::has_free_network() const {
  return startup <= 0 && std::none_of(system.nodes.begin(), system.nodes.end(),
                                      [](const ModelNode& node) { return node.byte_time > 0; });
}

ModelWorkload MvaModel::workload(double processes) const {
  ModelWorkload workload;
  workload.compute_share = compute_share;
  const double of_process = processes > 1 ? sends.at(processes) : 0;
  // Without messages a run is one cycle of computing.
  workload.sends = of_process > 0 ? of_process : 1;
  if (of_process > 0) {
    workload.message_bytes = message.at(processes);
    workload.startup = startup;
  }
  return workload;
}

PlacementPrediction MvaModel::predict(const std::vector<uint32_t>& processes) const {
  const double count = std::accumulate(processes.begin(), processes.end(), 0.0);
  return predict_placement(processes, system.nodes, workload(count), constants, options);
}

}  // namespace paje::tools
