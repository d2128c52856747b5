// Predictions by SimGrid: its smpirun replays the actions of a run on a platform.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analyze/run.hpp"
#include "paje/prediction.hpp"
#include "predict/options.hpp"

namespace paje::tools {

class SimgridEngine {
 public:
  /// Replays the run as measured on the platform that the options say it was measured on, or on one
  /// that is made from it, and adapted until the replay is as long; predictions are on that one,
  /// too, unless the options have another. Throws std::runtime_error if smpirun is not there, or
  /// fails; std::invalid_argument if messages have no sizes, or links connect tasks. All must
  /// outlive it.
  SimgridEngine(const Run& run, const PredictOptions& options,
                const NetworkCalibration* calibration);
  ~SimgridEngine();

  /// The run as measured, on a platform made from it; in its own unit of time.
  [[nodiscard]] double replayed() const { return replayed_; }
  /// `prediction` is the graph's, with its starts: computing takes as long as in it. It gets the
  /// engine's length; its ends stay those of the graph, which SimGrid may go beyond. On another
  /// platform they are as far away as the replay of the measured run was off, and by the share of
  /// time in calls that are not replayed as they were. Several threads may call it. Throws as
  /// above.
  void predict(const Scenario& scenario, Prediction& prediction) const;
  /// Of the predictions until now.
  [[nodiscard]] std::vector<std::string> assumptions() const;

 private:
  class Replay;
  const Run& run_;
  const PredictOptions& options_;
  std::unique_ptr<Replay> replay_;  // of predictions
  double replayed_ = 0;
};

}  // namespace paje::tools
