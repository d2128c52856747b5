#include "paje/models/regression.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace paje {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kTune = 4.685;        // of bisquare weights: 95 % efficiency with normal errors
constexpr double kNormalMad = 0.6745;  // median of |x| of a normal distribution
constexpr int kMostRounds = 50;
constexpr double kRankThreshold = 1e-10;  // of pivots, with columns scaled

// Linearly independent columns, in order; and the others.
struct Independent {
  std::vector<Index> kept;
  std::vector<uint32_t> left_out;
};
Independent independent_columns(const MatrixXd& x) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(x);
  qr.setThreshold(kRankThreshold);
  Independent result;
  const auto& order = qr.colsPermutation().indices();
  for (Index i = 0; i < qr.rank(); ++i) result.kept.push_back(order[i]);
  std::sort(result.kept.begin(), result.kept.end());
  for (Index i = qr.rank(); i < x.cols(); ++i) {
    result.left_out.push_back(static_cast<uint32_t>(order[i]));
  }
  std::sort(result.left_out.begin(), result.left_out.end());
  return result;
}

VectorXd solve_weighted(const MatrixXd& x, const VectorXd& y, const VectorXd& weights) {
  const VectorXd roots = weights.cwiseSqrt();
  return (roots.asDiagonal() * x).colPivHouseholderQr().solve(roots.cwiseProduct(y));
}

// Factors by which residuals are smaller than errors, because samples attract the line.
VectorXd leverage_factors(const MatrixXd& x) {
  const MatrixXd q = x.householderQr().householderQ() * MatrixXd::Identity(x.rows(), x.cols());
  return (1 - q.rowwise().squaredNorm().array().min(0.9999)).rsqrt();
}

// Standard deviation from the median of absolute residuals, ignoring as many as a fit makes 0.
double robust_deviation(const VectorXd& residuals, Index columns) {
  std::vector<double> sizes(residuals.begin(), residuals.end());
  for (double& size : sizes) size = std::abs(size);
  std::sort(sizes.begin(), sizes.end());
  const auto first = static_cast<std::size_t>(std::max<Index>(columns, 1) - 1);
  const std::size_t count = sizes.size() - std::min(first, sizes.size() - 1);
  const auto begin = sizes.end() - static_cast<std::ptrdiff_t>(count);
  const auto low = begin + static_cast<std::ptrdiff_t>((count - 1) / 2);
  const auto high = begin + static_cast<std::ptrdiff_t>(count / 2);
  return (*low + *high) / 2 / kNormalMad;
}

double deviation(const VectorXd& y) {
  const auto n = static_cast<double>(y.size());
  return n < 2 ? 0 : std::sqrt((y.array() - y.mean()).square().sum() / (n - 1));
}

VectorXd bisquare_weights(const MatrixXd& x, const VectorXd& y, VectorXd& b) {
  const VectorXd factors = leverage_factors(x);
  const double spread = deviation(y);
  const double least = 1e-6 * (spread > 0 ? spread : 1);
  VectorXd weights = VectorXd::Ones(y.size());
  for (int round = 0; round < kMostRounds; ++round) {
    const VectorXd residuals = (y - x * b).cwiseProduct(factors);
    const double scale = kTune * std::max(robust_deviation(residuals, x.cols()), least);
    weights = (1 - (residuals.array() / scale).square()).max(0.0).square();
    const VectorXd before = b;
    b = solve_weighted(x, y, weights);
    const VectorXd size = b.cwiseAbs().cwiseMax(before.cwiseAbs());
    if (((b - before).cwiseAbs().array() <= 1.5e-8 * size.array()).all()) break;
  }
  return weights;
}

double r_squared(const MatrixXd& x, const VectorXd& y, const VectorXd& b, const VectorXd& weights) {
  const double all = weights.sum();
  const double mean = all > 0 ? weights.dot(y) / all : 0;
  const double total = weights.dot((y.array() - mean).square().matrix());
  const double rest = weights.dot((y - x * b).array().square().matrix());
  if (total > 0) return 1 - rest / total;
  return rest > 1e-20 * std::max(1.0, y.squaredNorm()) ? 0 : 1;
}

}  // namespace

Regression fit_linear(std::span<const double> rows, std::size_t columns, std::span<const double> y,
                      Weighting weighting) {
  if (columns == 0 || y.empty() || rows.size() != columns * y.size()) {
    throw std::invalid_argument("a regression needs columns, and samples with a number for each");
  }
  const auto is_finite = [](double number) { return std::isfinite(number); };
  if (!std::all_of(rows.begin(), rows.end(), is_finite) ||
      !std::all_of(y.begin(), y.end(), is_finite)) {
    throw std::invalid_argument("a regression needs finite numbers");
  }
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  MatrixXd all = Eigen::Map<const Rows>(rows.data(), static_cast<Index>(y.size()),
                                        static_cast<Index>(columns));
  const VectorXd measured = Eigen::Map<const VectorXd>(y.data(), static_cast<Index>(y.size()));
  VectorXd scales = all.cwiseAbs().colwise().maxCoeff().transpose();
  scales = (scales.array() > 0).select(scales, 1);
  all = all * scales.cwiseInverse().asDiagonal();
  const Independent chosen = independent_columns(all);
  Regression result;
  result.left_out = chosen.left_out;
  result.coefficients.assign(columns, 0);
  result.weights.assign(y.size(), 1);
  if (chosen.kept.empty()) return result;
  const MatrixXd x = all(Eigen::all, chosen.kept);
  const auto singular = x.jacobiSvd().singularValues();
  result.condition = singular.maxCoeff() / singular.minCoeff();
  VectorXd b = x.colPivHouseholderQr().solve(measured);
  VectorXd weights = VectorXd::Ones(measured.size());
  if (weighting == Weighting::bisquare && measured.size() > x.cols()) {
    weights = bisquare_weights(x, measured, b);
  }
  for (Index i = 0; i < b.size(); ++i) {
    const Index column = chosen.kept[static_cast<std::size_t>(i)];
    result.coefficients[static_cast<std::size_t>(column)] = b[i] / scales[column];
  }
  result.weights.assign(weights.begin(), weights.end());
  result.r_squared = r_squared(x, measured, b, weights);
  return result;
}

}  // namespace paje
