#include "paje/models/communication_model.hpp"

#include <algorithm>
#include <cmath>

namespace paje {

namespace {

uint32_t area_of(const CommunicationModel& model, const Metrics& metrics) {
  for (std::size_t i = 0; i < model.areas.size(); ++i) {
    if (model.areas[i].condition.holds(metrics)) return static_cast<uint32_t>(i);
  }
  return CommunicationPrediction::kNone;
}

struct Table {
  std::vector<double> rows;
  std::vector<double> times;
  void add(const CommunicationSample& sample, const std::vector<MetricTerm>& terms) {
    for (const MetricTerm& term : terms) rows.push_back(term.of(sample.metrics));
    times.push_back(sample.time);
  }
};

}  // namespace

CommunicationPrediction predict_communication(const CommunicationModel& model,
                                              const Metrics& metrics) {
  CommunicationPrediction prediction;
  prediction.area = area_of(model, metrics);
  if (prediction.area == CommunicationPrediction::kNone) return prediction;
  const CommunicationArea& area = model.areas[prediction.area];
  for (std::size_t i = 0; i < area.terms.size(); ++i) {
    const double coefficient = i < area.coefficients.size() ? area.coefficients[i] : 0;
    prediction.terms.push_back(coefficient * area.terms[i].of(metrics));
    prediction.sum += prediction.terms.back();
  }
  prediction.time = std::max(0.0, prediction.sum);
  return prediction;
}

PredictionAccuracy judge_communication(const CommunicationModel& model,
                                       std::span<const CommunicationSample> samples) {
  PredictionAccuracy accuracy;
  uint64_t within_25 = 0, within_50 = 0;
  double errors = 0;
  for (const CommunicationSample& sample : samples) {
    const auto predicted = predict_communication(model, sample.metrics);
    if (predicted.area == CommunicationPrediction::kNone) {
      ++accuracy.outside;
      continue;
    }
    ++accuracy.samples;
    accuracy.negative += predicted.sum < 0 ? 1 : 0;
    const double distance = std::abs(predicted.time - sample.time);
    const double error = distance > 0 ? distance / sample.time : 0;
    errors += error;
    within_25 += error <= 0.25 ? 1 : 0;
    within_50 += error <= 0.5 ? 1 : 0;
  }
  if (accuracy.samples == 0) return accuracy;
  const auto count = static_cast<double>(accuracy.samples);
  accuracy.within_25 = static_cast<double>(within_25) / count;
  accuracy.within_50 = static_cast<double>(within_50) / count;
  accuracy.mean_error = errors / count;
  return accuracy;
}

CommunicationFit fit_communication(CommunicationModel model,
                                   std::span<const CommunicationSample> samples,
                                   Weighting weighting) {
  std::vector<Table> tables(model.areas.size());
  for (const CommunicationSample& sample : samples) {
    const uint32_t area = area_of(model, sample.metrics);
    if (area != CommunicationPrediction::kNone) tables[area].add(sample, model.areas[area].terms);
  }
  CommunicationFit fit;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    CommunicationArea& area = model.areas[i];
    auto& result = fit.areas.emplace_back();
    result.samples = tables[i].times.size();
    area.coefficients.assign(area.terms.size(), 0);
    if (result.samples == 0) continue;
    result.regression = fit_linear(tables[i].rows, area.terms.size(), tables[i].times, weighting);
    area.coefficients = result.regression.coefficients;
  }
  fit.model = std::move(model);
  return fit;
}

}  // namespace paje
