// Predictions by SimGrid: its smpirun replays the actions of a run on a platform.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyze/run.hpp"
#include "paje/prediction.hpp"
#include "predict/options.hpp"

namespace paje::tools {

class SimgridEngine {
 public:
  /// Without a platform, one is made from the run, on which the replay as measured is as long.
  /// Throws std::runtime_error if smpirun is not there, or fails; std::invalid_argument if messages
  /// have no sizes. All must outlive it.
  SimgridEngine(const Run& run, const PredictOptions& options,
                const NetworkCalibration* calibration);
  ~SimgridEngine();

  /// The run as measured, on a platform made from it; in its own unit of time.
  [[nodiscard]] std::optional<double> replayed() const { return replayed_; }
  /// `prediction` is the graph's, with its starts: computing takes as long as in it. It gets the
  /// engine's length; its ends stay those of the graph, which SimGrid may go beyond. Several
  /// threads may call it. Throws as above.
  void predict(const Scenario& scenario, Prediction& prediction) const;
  /// Of the predictions until now.
  [[nodiscard]] std::vector<std::string> assumptions() const;

 private:
  class Replay;
  const Run& run_;
  const PredictOptions& options_;
  std::unique_ptr<Replay> replay_;
  std::optional<double> replayed_;
};

}  // namespace paje::tools
