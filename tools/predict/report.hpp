// What pj_predict prints.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyze/run.hpp"
#include "analyze/sheet.hpp"
#include "charts/chart.hpp"
#include "paje/prediction.hpp"
#include "predict/options.hpp"
#include "predict/simgrid_engine.hpp"

namespace paje::tools {

/// Joules, of a run whose containers draw the same power all the time.
struct PredictedEnergy {
  std::optional<double> measured;
  std::optional<double> predicted;
  double low = 0;
  double high = 0;
};

struct Answer {
  SelfCheck check;
  ModelCheck model;
  bool has_simgrid = false;
  std::optional<double> simgrid_replayed;  ///< as measured, on a platform made from the run
  Prediction prediction;
  std::optional<PredictedEnergy> energy;
  std::vector<std::string> remarks;
  /// By the member of JSON that holds them.
  std::vector<std::pair<std::string, Sheet>> sheets;
  std::vector<NamedChart> charts;
};

/// What is predicted, or the middle between the ends that are known.
double predicted_or_middle(const Prediction& prediction);

/// The sentences on a replay that differs from the run: where, and what would help.
std::vector<std::string> check_lines(const Run& run, const SelfCheck& check, bool has_fixed_clocks);

/// How near the engine's replay of the run as measured is.
std::string engine_line(const Run& run, double replayed);

/// A sentence for each part of a run that is not shown, and for how much that is; none if hardly
/// any.
std::vector<std::string> not_shown_lines(const Run& run, const NotShown& found);

std::string answer_text(const Run& run, const Answer& answer, const AnalyzeOptions& options);
std::string answer_json(const Run& run, const Answer& answer);

/// How the length follows a quantity.
struct SweepPoint {
  double factor = 1;
  std::optional<double> predicted;
  double low = 0, high = 0;
};
/// By the engine, if there is one; by point.
std::vector<Prediction> sweep(const Predictor& predictor, const PredictOptions& options,
                              const SimgridEngine* engine);
std::vector<SweepPoint> sweep_points(const PredictOptions& options,
                                     const std::vector<Prediction>& predictions);
Sheet sweep_sheet(const Sweep& sweep, const std::vector<SweepPoint>& points);

/// What a value, or the network, would save if it took 1 % less.
struct Gain {
  std::string what;
  std::optional<double> saved;  ///< none if a prediction is only an interval
  double low = 0;               ///< at the ends of both predictions, the least and the most
  double high = 0;
  std::optional<double> share;  ///< of the length

  /// What is saved, or the middle between the ends that are known.
  [[nodiscard]] double likely() const { return saved.value_or((low + high) / 2); }
  /// Of the length then: what is on the critical path and was not.
  std::optional<double> moved;
  std::string goes_to;  ///< the container and value with most of that
};
/// The largest first.
/// `has_network`: of latency and bandwidth, too.
std::vector<Gain> sensitivity(const Run& run, const Predictor& predictor, const Scenario& scenario,
                              bool has_network);
Sheet sensitivity_sheet(const std::vector<Gain>& gains);
/// The error of a prediction, of the length and by value; of one that is only an interval, how far
/// the measured length is outside of it.
Sheet validation_sheet(const Run& run, const Prediction& prediction, const Run& measured);
/// By container: when it ends, from the start of the run on.
Sheet container_validation_sheet(const Run& run, const Prediction& prediction, const Run& measured);

}  // namespace paje::tools
