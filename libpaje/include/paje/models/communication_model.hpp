// The communication time of a phase as a linear function of products of metrics. Areas of the
// metrics have coefficients of their own. After Papadopoulou, Goumas and Koziris, "Optimizing
// resource utilization on large-scale systems through predictive communication modeling".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"
#include "paje/models/metric_terms.hpp"
#include "paje/models/regression.hpp"

namespace paje {

struct CommunicationArea {
  std::string name;
  MetricCondition condition;
  std::vector<MetricTerm> terms;
  std::vector<double> coefficients;  ///< seconds, one for each term
};

/// A sample belongs to the first area whose condition holds.
struct CommunicationModel {
  std::vector<CommunicationArea> areas;
};

struct CommunicationPrediction {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t area = kNone;  ///< kNone if no condition holds: there is no prediction
  double time = 0;        ///< seconds; a negative sum becomes 0
  double sum = 0;         ///< of the terms, which may be negative
  std::vector<double> terms;
};

/// Throws std::invalid_argument if a metric of the model is missing.
PAJE_EXPORT CommunicationPrediction predict_communication(const CommunicationModel& model,
                                                          const Metrics& metrics);

struct CommunicationSample {
  Metrics metrics;
  double time = 0;  ///< seconds
};

/// How close predictions are to the measured times.
struct PredictionAccuracy {
  uint64_t samples = 0;  ///< with a prediction
  double within_25 = 0;  ///< share of samples whose error is at most 25 % of the measured time
  double within_50 = 0;
  double mean_error = 0;  ///< mean of |predicted - measured| / measured
  uint64_t negative = 0;  ///< predictions below 0, which became 0
  uint64_t outside = 0;   ///< samples in no area
};
PAJE_EXPORT PredictionAccuracy judge_communication(const CommunicationModel& model,
                                                   std::span<const CommunicationSample> samples);

struct CommunicationFit {
  CommunicationModel model;
  struct Area {
    uint64_t samples = 0;
    Regression regression;  ///< without coefficients if there are no samples
  };
  std::vector<Area> areas;
};

/// Fits the coefficients of all areas of `model`; those it has are ignored. An area without samples
/// gets coefficients 0. Throws std::invalid_argument if a metric is missing.
PAJE_EXPORT CommunicationFit fit_communication(CommunicationModel model,
                                               std::span<const CommunicationSample> samples,
                                               Weighting weighting = Weighting::bisquare);

/// Splits the samples at a value of a metric: those up to it are one area. The value is where two
/// robust fits with these terms beat one by the Bayesian information criterion. The loss is
/// bounded, so a few outliers neither hide the split nor form an area. Nothing if one fit is
/// better, or if there are too few samples for two.
PAJE_EXPORT std::optional<double> find_change_point(std::span<const CommunicationSample> samples,
                                                    const std::string& metric,
                                                    const std::vector<MetricTerm>& terms);

}  // namespace paje
