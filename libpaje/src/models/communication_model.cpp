#include "paje/models/communication_model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace paje {

namespace {

constexpr std::size_t kMostCandidates = 256;  // of change points that are tried

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

double sum_of_squares(std::span<const double> rows, std::size_t columns,
                      std::span<const double> times) {
  const Regression fit = fit_linear(rows, columns, times, Weighting::equal);
  double sum = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    double rest = times[i];
    for (std::size_t c = 0; c < columns; ++c) rest -= fit.coefficients[c] * rows[i * columns + c];
    sum += rest * rest;
  }
  return sum;
}

// Of a fit with some parameters; what is nearly 0 is rounding.
double information(double squares, double least, std::size_t samples, std::size_t parameters) {
  const auto n = static_cast<double>(samples);
  return n * std::log(std::max(squares, least) / n) + static_cast<double>(parameters) * std::log(n);
}

double value_of(const CommunicationSample& sample, const std::string& metric) {
  const auto found = sample.metrics.find(metric);
  if (found == sample.metrics.end()) {
    throw std::invalid_argument("there is no metric " + metric);
  }
  return found->second;
}

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

std::optional<double> find_change_point(std::span<const CommunicationSample> samples,
                                        const std::string& metric,
                                        const std::vector<MetricTerm>& terms) {
  std::vector<const CommunicationSample*> sorted;
  for (const CommunicationSample& sample : samples) sorted.push_back(&sample);
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) {
    return value_of(*a, metric) < value_of(*b, metric);
  });
  Table table;
  for (const auto* sample : sorted) table.add(*sample, terms);
  const std::size_t n = sorted.size(), columns = terms.size(), least = columns + 1;
  if (n < 2 * least) return std::nullopt;
  double scale = 0;
  for (const double time : table.times) scale += time * time;
  const double rounding = 1e-24 * std::max(scale, 1e-300);
  const std::span<const double> rows = table.rows, times = table.times;
  double best = information(sum_of_squares(rows, columns, times), rounding, n, columns);
  std::optional<double> found;
  const std::size_t step = 1 + n / kMostCandidates;
  for (std::size_t at = least; at + least <= n; at += step) {
    const double low = value_of(*sorted[at - 1], metric);
    if (!(low < value_of(*sorted[at], metric))) continue;
    const double squares = sum_of_squares(rows.first(at * columns), columns, times.first(at)) +
                           sum_of_squares(rows.subspan(at * columns), columns, times.subspan(at));
    const double tried = information(squares, rounding, n, 2 * columns + 1);
    if (tried < best) {
      best = tried;
      found = low;
    }
  }
  return found;
}

}  // namespace paje
