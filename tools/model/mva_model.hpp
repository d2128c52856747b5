// The model of placements, as a file has it, and what it needs to know of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/nodes.hpp"
#include "paje/models/scaling.hpp"
#include "paje/models/workload_fits.hpp"

namespace paje::tools {

/// What is measured of a run, for the model.
struct MvaProfile {
  std::string name;
  std::vector<uint32_t> processes;  ///< on each node of the system
  double count = 0;                 ///< of all processes
  double time = 0;
  double compute_share = 1;  ///< V_comp
  double sends = 0;          ///< of a process
  double message_bytes = 0;  ///< mean
  bool is_judged = false;
};

/// Whether all processes are on one node of a system.
bool is_on_one_node(const std::vector<uint32_t>& processes);

/// Throws UnusableRun for a process on a node that the system lacks.
MvaProfile mva_profile(const PlacedRun& placed, const System& system);
/// Of the rows of a table with placement, time, compute_share, sends and message_bytes. Errors as
/// of CsvTable.
std::vector<MvaProfile> mva_profiles(const std::string& path, const System& system);

struct MvaModel {
  System system;
  PlacementOptions options;
  ModelConstants constants;
  double startup = 0;
  double compute_share = 1;
  std::string share_from;  ///< the run that it is of
  SendsFit sends;
  MessageFit message;
  std::optional<AmdahlFit> amdahl;

  /// Whether messages between nodes take no time, because nothing says what they take.
  [[nodiscard]] bool has_free_network() const;
  [[nodiscard]] ModelWorkload workload(double processes) const;
  [[nodiscard]] PlacementPrediction predict(const std::vector<uint32_t>& processes) const;
};

std::string mva_json(const MvaModel& model);
/// Throws std::runtime_error that begins with the path if that is no such model.
MvaModel read_mva(const std::string& path);

}  // namespace paje::tools
