#include "paje/models/power.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace paje {

namespace {

// Deviations below this share of the greatest are rounding errors.
constexpr double kNothing = 1e-10;
// Greater errors and accuracies are not judged.
constexpr double kMostJudged = 1e100;

void check(std::span<const PowerSample> samples, unsigned components) {
  if (components < 1 || components > 2) {
    throw std::invalid_argument("a fit has 1 or 2 components, not " + std::to_string(components));
  }
  if (samples.size() <= components) {
    throw std::invalid_argument("a fit with " + std::to_string(components) +
                                (components == 1 ? " component" : " components") +
                                " needs more samples than " + std::to_string(samples.size()));
  }
  for (const PowerSample& sample : samples) {
    if (!std::isfinite(sample.cpu) || !std::isfinite(sample.memory) ||
        !std::isfinite(sample.power)) {
      throw std::invalid_argument("a sample has a number that is not finite");
    }
    if (sample.power < 0) throw std::invalid_argument("the power of a sample is negative");
  }
}

struct Standardised {
  Eigen::MatrixX2d uses;  // mean 0, deviation 1; 0 if it does not vary
  Eigen::Vector2d mean;
  Eigen::Vector2d deviation;  // 0 if it does not vary
};

Standardised standardised(std::span<const PowerSample> samples) {
  const auto count = static_cast<Eigen::Index>(samples.size());
  Standardised all;
  all.uses.resize(count, 2);
  for (Eigen::Index i = 0; i < count; ++i) {
    const PowerSample& sample = samples[static_cast<std::size_t>(i)];
    all.uses.row(i) << sample.cpu, sample.memory;
  }
  const Eigen::Vector2d greatest = all.uses.cwiseAbs().colwise().maxCoeff();
  all.mean = all.uses.colwise().mean();
  all.uses.rowwise() -= all.mean.transpose();
  for (Eigen::Index use = 0; use < 2; ++use) {
    double& deviation = all.deviation[use];
    deviation = all.uses.col(use).norm() / std::sqrt(static_cast<double>(count - 1));
    if (deviation <= kNothing * greatest[use]) deviation = 0;
    all.uses.col(use) *= deviation == 0 ? 0 : 1 / deviation;
  }
  return all;
}

double square(double number) { return number * number; }

}  // namespace

PowerFit fit_power(std::span<const PowerSample> samples, unsigned components) {
  check(samples, components);
  const Standardised all = standardised(samples);
  PowerFit fit;
  fit.cpu_varies = all.deviation[0] > 0;
  fit.memory_varies = all.deviation[1] > 0;
  if (!fit.cpu_varies && !fit.memory_varies) {
    throw std::invalid_argument("neither the use of the CPU nor that of the memory varies");
  }
  Eigen::VectorXd power(static_cast<Eigen::Index>(samples.size()));
  for (Eigen::Index i = 0; i < power.size(); ++i) {
    power[i] = samples[static_cast<std::size_t>(i)].power;
  }
  const double mean_power = power.mean();
  power.array() -= mean_power;

  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(all.uses, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::Vector2d lengths = svd.singularValues();  // the greater one first
  const bool is_flat = lengths[1] <= kNothing * lengths[0];
  fit.condition = is_flat ? std::numeric_limits<double>::infinity() : lengths[0] / lengths[1];
  fit.components = is_flat ? 1 : components;
  Eigen::Vector2d slopes = Eigen::Vector2d::Zero();  // of standardised utilisations
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(fit.components); ++i) {
    slopes += svd.matrixV().col(i) * (svd.matrixU().col(i).dot(power) / lengths[i]);
  }
  fit.model.per_cpu = fit.cpu_varies ? slopes[0] / all.deviation[0] : 0;
  fit.model.per_memory = fit.memory_varies ? slopes[1] / all.deviation[1] : 0;
  fit.model.idle =
      mean_power - fit.model.per_cpu * all.mean[0] - fit.model.per_memory * all.mean[1];
  const double residue = (power - all.uses * slopes).squaredNorm();
  const double total = power.squaredNorm();
  // If power does not vary, its computed variance is only rounding.
  fit.explained = total > square(kNothing * mean_power) ? 1 - residue / total : 1;
  if (!std::isfinite(fit.model.idle) || !std::isfinite(fit.model.per_cpu) ||
      !std::isfinite(fit.model.per_memory) || !std::isfinite(fit.explained)) {
    throw std::invalid_argument("the numbers of the samples are too great or too close to 0");
  }
  return fit;
}

PowerAccuracy judge_power(const PowerModel& model, std::span<const PowerSample> samples) {
  PowerAccuracy judged;
  std::vector<double> shares;
  for (const PowerSample& sample : samples) {
    const double error = std::abs(model.watts(sample.cpu, sample.memory) - sample.power);
    const double share = 100 * (1 - error / sample.power);
    // A greater error could make sums infinite; then the power is almost 0, or not a number.
    if (!(sample.power > 0) || !(error <= kMostJudged) || !(std::abs(share) <= kMostJudged)) {
      ++judged.left_out;
      continue;
    }
    shares.push_back(share);
    judged.mean += share;
    judged.mean_error += error;
    judged.greatest_error = std::max(judged.greatest_error, error);
  }
  judged.samples = shares.size();
  if (shares.empty()) return judged;
  judged.mean /= static_cast<double>(shares.size());
  judged.mean_error /= static_cast<double>(shares.size());
  std::sort(shares.begin(), shares.end());
  const std::size_t half = shares.size() / 2;
  judged.median = shares.size() % 2 == 1 ? shares[half] : (shares[half - 1] + shares[half]) / 2;
  return judged;
}

}  // namespace paje
