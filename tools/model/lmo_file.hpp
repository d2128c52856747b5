// The LMO model of a network as a file of JSON.
#pragma once

#include <string>
#include <vector>

#include "paje/models/collectives.hpp"
#include "paje/models/lmo.hpp"
#include "paje/models/point_to_point.hpp"

namespace paje::tools {

struct NetworkModel {
  std::vector<std::string> processes;  ///< names
  std::vector<std::string> machines;   ///< of each process
  LmoModel lmo;
  CollectiveThresholds thresholds;
  HockneyModel hockney;
  LogGpModel loggp;
  PLogPModel plogp;
};

std::string network_json(const NetworkModel& model);
/// Throws std::runtime_error that begins with the path if that is no such model.
NetworkModel read_network_model(const std::string& path);

/// Seconds of a message without bytes between two machines, and of a byte: means over pairs of
/// processes of different machines; of all pairs if there is one machine only. `machine`: only
/// pairs that it is a part of; empty: all.
struct MachineNetwork {
  double startup = 0;
  double byte_time = 0;
};
MachineNetwork network_of_machine(const NetworkModel& model, const std::string& machine);

}  // namespace paje::tools
