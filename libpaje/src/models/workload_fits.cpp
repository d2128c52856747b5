#include "paje/models/workload_fits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace paje {

namespace {

struct Line {
  double slope = 0;
  double constant = 0;
};

// Least squares; a constant if all x are equal.
Line fit_line(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / n, mean_y += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  const double slope = xx > 1e-24 * std::max(1.0, mean_x * mean_x) ? xy / xx : 0;
  return {slope, mean_y - slope * mean_x};
}

// Whether a + b is below 0 by more than rounding.
bool is_below_zero(double a, double b) {
  return a + b < -1e-9 * std::max(std::abs(a), std::abs(b));
}

template <class X, class Y>
Line fit_samples(std::span<const ProcessSample> samples, const X& x_of, const Y& y_of) {
  if (samples.empty()) throw std::invalid_argument("a fit needs at least one run");
  std::vector<double> x, y;
  for (const ProcessSample& sample : samples) {
    if (!(sample.processes >= 1) || !std::isfinite(sample.value) || sample.value < 0) {
      throw std::invalid_argument("a fit needs processes, and numbers that are not negative");
    }
    x.push_back(x_of(sample.processes));
    y.push_back(y_of(sample.value));
  }
  return fit_line(x, y);
}

void judge(std::span<const ProcessSample> samples, MessageFit& fit) {
  for (const ProcessSample& sample : samples) {
    const double distance = std::abs(fit.at(sample.processes) - sample.value);
    const double error = distance > 0 ? distance / std::max(sample.value, 1e-300) : 0;
    fit.error += error / static_cast<double>(samples.size());
  }
}

}  // namespace

double SendsFit::at(double processes) const {
  return std::max(0.0, factor * std::log(processes) + constant);
}

bool SendsFit::is_negative(double processes) const {
  return is_below_zero(factor * std::log(processes), constant);
}

SendsFit fit_sends(std::span<const ProcessSample> samples) {
  const Line line = fit_samples(
      samples, [](double n) { return std::log(n); }, [](double value) { return value; });
  return {line.slope, line.constant};
}

bool MessageFit::is_negative(double processes) const {
  return !is_power && is_below_zero(a / processes, b);
}

double MessageFit::at(double processes) const {
  return std::max(0.0, is_power ? a * std::pow(processes, b) : a / processes + b);
}

MessageFit fit_inverse_size(std::span<const ProcessSample> samples) {
  const Line line = fit_samples(
      samples, [](double n) { return 1 / n; }, [](double value) { return value; });
  MessageFit fit = {false, line.slope, line.constant};
  judge(samples, fit);
  return fit;
}

MessageFit fit_power_size(std::span<const ProcessSample> samples) {
  const Line line = fit_samples(
      samples, [](double n) { return std::log(n); },
      [](double value) {
        if (!(value > 0)) throw std::invalid_argument("a power needs sizes greater than 0");
        return std::log(value);
      });
  MessageFit fit = {true, std::exp(line.constant), line.slope};
  judge(samples, fit);
  return fit;
}

}  // namespace paje
