// Predictions by SimGrid: its smpirun replays the actions of a run on a platform.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/run.hpp"
#include "paje/prediction.hpp"
#include "predict/options.hpp"

namespace paje::tools {

struct SimgridAnswer {
  /// The run as measured, on a platform made from it; in its own unit of time.
  std::optional<double> replayed;
  double predicted = 0;  ///< of the scenario
  std::vector<std::string> assumptions;
};

/// `prediction` is that of the graph: computing takes as long as in it. Throws std::runtime_error
/// if smpirun is not there, or fails; std::invalid_argument if messages have no sizes.
SimgridAnswer ask_simgrid(const Run& run, const PredictOptions& options,
                          const Prediction& prediction, const NetworkCalibration* calibration);

}  // namespace paje::tools
