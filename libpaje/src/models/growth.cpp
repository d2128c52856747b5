#include "paje/models/growth.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace paje {

namespace {

// Extra-P's search space, used with both signs.
constexpr std::array<double, 13> kPowers = {0,       1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4, 1,
                                            5.0 / 4, 4.0 / 3, 3.0 / 2, 2,       5.0 / 2, 3};
constexpr std::array<double, 3> kLogPowers = {0, 1, 2};
// Models with errors up to this multiple of the least error are alternatives. With 2, bands at
// twice to 16 times the cores contain the truth in 79 to 96 of 100 cases of six samples with 3 %
// noise; with the best model alone, in 8 to 88.
constexpr double kNear = 2;
// Without one sample, five are left for three unknowns, so two remain to judge them.
constexpr std::size_t kFewestForTwo = 6;
// Two terms must be better by this factor, because the best of thousands of pairs is also better by
// chance. With 8, 8 of 240 series of one term with 3 % noise get a second term (40 with 4). Of
// series of two terms, 33 of 60 with six numbers of cores get both, and 59 of 60 with ten.
constexpr double kWorthOfTwo = 8;
// Error of an exact model due to rounding.
constexpr double kExact = 1e-9;
// A less simple term must reduce the error by this share.
constexpr double kWorth = 1e-3;
// Values below this share of the greatest have the weight of that value.
constexpr double kLeastShare = 0.01;

struct Line {
  double constant = 0;
  double factor = 0;
};

// Least squares of relative errors, so that small values count as much as large ones.
Line fit_line(std::span<const GrowthSample> samples, const GrowthTerm& term, std::size_t without) {
  double greatest = 0;
  for (const GrowthSample& sample : samples) greatest = std::max(greatest, std::abs(sample.value));
  const double least = greatest > 0 ? kLeastShare * greatest : 1;
  double ww = 0, wx = 0, xx = 0, w1 = 0, x1 = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i == without) continue;
    const double value = samples[i].value;
    const double weight = 1 / std::max(std::abs(value), least);
    const double w = weight, x = weight * term.at(samples[i].n), y = weight * value;
    ww += w * w, wx += w * x, xx += x * x, w1 += w * y, x1 += x * y;
  }
  const double determinant = ww * xx - wx * wx;
  if (!(determinant > 1e-13 * ww * xx)) return {w1 / ww, 0};
  return {(w1 * xx - x1 * wx) / determinant, (x1 * ww - w1 * wx) / determinant};
}

Line fit_constant(std::span<const GrowthSample> samples, std::size_t without) {
  return fit_line(samples, {}, without);
}

bool is_constant(const GrowthTerm& term) { return term.power == 0 && term.log_power == 0; }

GrowthModel model_of(std::span<const GrowthSample> samples, const GrowthTerm& term,
                     std::size_t without) {
  const Line line =
      is_constant(term) ? fit_constant(samples, without) : fit_line(samples, term, without);
  return {.constant = line.constant, .factor = line.factor, .term = term};
}

// Least squares as in fit_line(), for three unknowns. Columns are scaled to the same length, so
// that rounding errors are small compared with 1.
GrowthModel model_of(std::span<const GrowthSample> samples,
                     const std::pair<GrowthTerm, GrowthTerm>& terms, std::size_t without) {
  double greatest = 0;
  for (const GrowthSample& sample : samples) greatest = std::max(greatest, std::abs(sample.value));
  const double least = greatest > 0 ? kLeastShare * greatest : 1;
  const auto rows = static_cast<Eigen::Index>(samples.size() - (without < samples.size() ? 1 : 0));
  Eigen::MatrixX3d columns(rows, 3);
  Eigen::VectorXd values(rows);
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i == without) continue;
    const double weight = 1 / std::max(std::abs(samples[i].value), least);
    columns.row(row) << weight, weight * terms.first.at(samples[i].n),
        weight * terms.second.at(samples[i].n);
    values[row++] = weight * samples[i].value;
  }
  const Eigen::Array3d lengths = columns.colwise().norm().transpose().cwiseMax(1e-300);
  columns = columns * lengths.inverse().matrix().asDiagonal();
  Eigen::ColPivHouseholderQR<Eigen::MatrixX3d> solver(columns);
  solver.setThreshold(1e-7);  // terms that differ less cancel each other
  const Eigen::Array3d found = solver.solve(values).array() / lengths;
  GrowthModel model{.constant = found[0], .factor = found[1], .term = terms.first};
  model.second_factor = found[2];
  model.second_term = terms.second;
  if (solver.rank() < 3) model.constant = std::nan("");  // marks the model as impossible
  return model;
}

// `terms` is one term, or a pair of terms.
template <class Terms>
GrowthModel cross_validated(std::span<const GrowthSample> samples, const Terms& terms) {
  GrowthModel model = model_of(samples, terms, samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    GrowthModel other = model_of(samples, terms, i);
    const double predicted = other.at(samples[i].n), value = samples[i].value;
    const double miss = predicted - value;
    const double size = std::abs(predicted) + std::abs(value);
    if (size > 0) model.error += 2 * std::abs(miss) / size / static_cast<double>(samples.size());
    model.misses.push_back(predicted != 0 ? miss / std::abs(predicted) : 0);
    model.without_one.push_back(std::move(other));
  }
  return model;
}

// In search order: the constant first, then small powers before large ones.
std::vector<GrowthTerm> all_terms() {
  std::vector<GrowthTerm> terms;
  for (const double log_power : kLogPowers) {
    for (const double power : kPowers) {
      terms.push_back({power, log_power});
      if (power > 0) terms.push_back({-power, log_power});
    }
  }
  std::stable_sort(terms.begin(), terms.end(), [](const GrowthTerm& a, const GrowthTerm& b) {
    const auto size = [](const GrowthTerm& term) {
      const bool is_whole = term.power == std::floor(term.power);
      return std::abs(term.power) + term.log_power / 2 + (is_whole ? 0 : 0.5);
    };
    return size(a) < size(b);
  });
  return terms;
}

std::vector<GrowthSample> distinct(std::span<const GrowthSample> samples) {
  std::map<double, std::pair<double, double>> sums;
  for (const GrowthSample& sample : samples) {
    if (!(sample.n >= 1) || !std::isfinite(sample.n) || !std::isfinite(sample.value)) {
      throw std::invalid_argument("a model of growth needs finite numbers, and cores from 1 on");
    }
    auto& [sum, count] = sums[sample.n];
    sum += sample.value;
    ++count;
  }
  std::vector<GrowthSample> result;
  for (const auto& [n, sum] : sums) result.push_back({n, sum.first / sum.second});
  if (result.size() < 3) {
    throw std::invalid_argument("a model of growth needs at least three numbers of cores");
  }
  return result;
}

std::string term_text(const GrowthTerm& term) {
  std::string text;
  if (term.power != 0) text += fmt::format(" * n^{:.3g}", term.power);
  if (term.log_power != 0) {
    text += term.log_power == 1 ? " * log2(n)" : fmt::format(" * log2(n)^{:g}", term.log_power);
  }
  return text;
}

}  // namespace

double GrowthTerm::at(double n) const {
  return std::pow(n, power) * std::pow(std::log2(n), log_power);
}

double GrowthModel::at(double n) const {
  const double second = second_factor == 0 ? 0 : second_factor * second_term.at(n);
  return is_constant(term) ? constant : constant + factor * term.at(n) + second;
}

GrowthModel::Band GrowthModel::band(double n) const {
  Band band = {at(n), at(n)};
  for (std::size_t i = 0; i < without_one.size(); ++i) {
    const double value = without_one[i].at(n);
    const double wider = std::abs(misses[i] * value);
    band.low = std::min(band.low, value - wider);
    band.high = std::max(band.high, value + wider);
  }
  for (const GrowthModel& other : alternatives) {
    const Band of_other = other.band(n);
    band.low = std::min(band.low, of_other.low);
    band.high = std::max(band.high, of_other.high);
  }
  return band;
}

std::string GrowthModel::text() const {
  std::string text = fmt::format("{:.4g}", constant);
  const auto add = [&](double by, const GrowthTerm& of) {
    if (is_constant(of) || by == 0) return;
    text += fmt::format(" {} {:.4g}{}", by < 0 ? "-" : "+", std::abs(by), term_text(of));
  };
  add(factor, term);
  add(second_factor, second_term);
  return text;
}

namespace {

std::size_t least_error(const std::vector<GrowthModel>& tried) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < tried.size(); ++i) {
    if (tried[i].error < tried[best].error * (1 - kWorth) - 1e-12) best = i;
  }
  return best;
}

// Models with an error below `most`; simpler ones first.
std::vector<GrowthModel> models_of_two_terms(std::span<const GrowthSample> points,
                                             const std::vector<GrowthTerm>& terms, double most) {
  std::vector<GrowthModel> tried;
  for (std::size_t k = 1; k < terms.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      if (is_constant(terms[i]) || is_constant(terms[k])) continue;
      GrowthModel model = cross_validated(points, std::pair(terms[i], terms[k]));
      if (model.error < most && std::isfinite(model.at(points.back().n))) {
        tried.push_back(std::move(model));
      }
    }
  }
  return tried;
}

}  // namespace

GrowthModel fit_growth(std::span<const GrowthSample> samples) {
  const std::vector<GrowthSample> points = distinct(samples);
  const std::vector<GrowthTerm> terms = all_terms();
  std::vector<GrowthModel> tried;
  for (const GrowthTerm& term : terms) {
    GrowthModel model = cross_validated(points, term);
    if (std::isfinite(model.error)) tried.push_back(std::move(model));
  }
  std::size_t best = least_error(tried);
  if (points.size() >= kFewestForTwo && tried[best].error > kExact) {
    std::vector<GrowthModel> pairs =
        models_of_two_terms(points, terms, tried[best].error / kWorthOfTwo);
    if (!pairs.empty()) {
      tried = std::move(pairs);
      best = least_error(tried);
    }
  }
  GrowthModel result = std::move(tried[best]);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (i == best || tried[i].error > kNear * result.error + 1e-12) continue;
    result.alternatives.push_back(std::move(tried[i]));
  }
  return result;
}

}  // namespace paje
