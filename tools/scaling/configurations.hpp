// Runs of one family on as many cores are repetitions of one configuration.
#pragma once

#include <string>
#include <vector>

#include "paje/models/scaling.hpp"
#include "scaling/read_runs.hpp"

namespace paje::tools {

struct Configuration {
  std::string family;
  double cores = 0;
  double machines = 0;  ///< 0: not known
  Repetitions time;
  double useful = 0;  ///< mean over repetitions, as what follows; 0: not known
  struct Factors {
    double parallel = 0, load_balance = 0, communication = 0, serialisation = 0, transfer = 0;
  };
  std::optional<Factors> factors;
  bool is_replayed = false;  ///< the last two factors are known
  std::vector<const MeasuredRun*> runs;

  // Compared with the family's configuration of the fewest cores.
  double speed_up = 1;
  double efficiency = 1;
  std::optional<double> computation_scaling;
  std::optional<double> global_efficiency;
  bool is_on_front = false;
};

/// All of one family.
struct FamilyScaling {
  std::string name;
  std::vector<Configuration> configurations;  ///< by cores; without elastic runs
  std::vector<const MeasuredRun*> elastic;    ///< in the order of the runs

  [[nodiscard]] std::vector<ScalingPoint> points() const;
};

/// Families in the order in which they come first.
std::vector<FamilyScaling> configurations_of(const std::vector<FamilyRun>& runs);

}  // namespace paje::tools
