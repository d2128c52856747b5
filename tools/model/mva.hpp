// The model of placements as pj_model fits, writes, reads and uses it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/nodes.hpp"
#include "paje/models/scaling.hpp"
#include "paje/models/workload_fits.hpp"
#include "runs/report.hpp"

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

  [[nodiscard]] ModelWorkload workload(double processes) const;
  [[nodiscard]] PlacementPrediction predict(const std::vector<uint32_t>& processes) const;
};

struct MvaRuns {
  System system;
  double startup = 0;  ///< seconds of a message besides its bytes
  std::vector<MvaProfile> profiles;
};

/// The runs to fit, then those to judge. The system is that of the options, `given` if it is not
/// null and none is in a file, or made of the runs; the startup is theirs, too, or `startup`.
MvaRuns read_mva_runs(const ModelOptions& options, const System* given, double startup = 0);

/// Adds remarks on what the runs cannot show.
MvaModel fit_mva(const MvaRuns& runs, const ModelOptions& options, Report& report);

/// Predicted and measured, and what the model consists of.
void add_mva(const MvaModel& model, const std::vector<MvaProfile>& profiles, bool is_fit,
             Report& report);
/// For placements that were not measured.
void add_placements(const MvaModel& model, const std::vector<std::string>& placements,
                    Report& report);
/// How the time falls as processes fill the nodes.
void add_saturation(const MvaModel& model, Report& report);

std::string mva_json(const MvaModel& model);
/// Throws std::runtime_error that begins with the path if that is no such model.
MvaModel read_mva(const std::string& path);

}  // namespace paje::tools
