// Models of how a run's time changes with its cores: Amdahl's law, and growth of the time and of
// each value's time; and what they predict.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "scaling/configurations.hpp"

namespace paje::tools {

struct ScalingModel {
  std::string of;       ///< `time`, `time, Amdahl`, `value MPI_Send`
  std::string formula;  ///< of seconds, with n for cores
  // Mean errors; not a number: none.
  double cross_validated = std::nan("");
  double fit_error = std::nan("");
  double judged_error = std::nan("");  ///< of runs that it was not fitted to
};

struct ScalingPrediction {
  std::string of;
  double cores = 0;
  double predicted = 0;
  // Not a number: none.
  double low = std::nan("");
  double high = std::nan("");
  double measured = std::nan("");
};

struct ScalingModels {
  std::vector<ScalingModel> models;
  std::vector<ScalingPrediction> predictions;
  std::vector<std::string> notes;  ///< why there are no more models
};

/// Models of a family, fitted to its runs of at most `fit_to` cores (0: to all), and what they
/// predict for `wanted` numbers of cores and for the runs that they were not fitted to.
ScalingModels fit_scaling(const FamilyScaling& family, double fit_to,
                          const std::vector<double>& wanted);

}  // namespace paje::tools
