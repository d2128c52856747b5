// The model of placements as pj_model fits and shows it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/mva_model.hpp"
#include "model/options.hpp"
#include "runs/report.hpp"

namespace paje::tools {

struct MvaRuns {
  System system;
  double startup = 0;  ///< seconds of a message besides its bytes
  std::vector<MvaProfile> profiles;
  std::set<std::string> process_types;  ///< of the traces
  std::vector<std::string> remarks;     ///< on where their processes are
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

}  // namespace paje::tools
