#include "models/levenberg_marquardt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paje {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Central differences; one-sided if a parameter would become negative.
MatrixXd jacobian(const LevenbergMarquardt& problem, const VectorXd& at,
                  const VectorXd& residuals) {
  static const double kStep = std::cbrt(std::numeric_limits<double>::epsilon());
  MatrixXd result(residuals.size(), at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const double step = kStep * std::max(at[i], 1e-3);
    VectorXd above = at, below = at;
    above[i] += step;
    below[i] = std::max(0.0, at[i] - step);
    const VectorXd low = below[i] == at[i] ? residuals : problem.residuals(below);
    result.col(i) = (problem.residuals(above) - low) / (above[i] - below[i]);
  }
  return result;
}

// A column of zeros keeps a parameter at its bound 0 if the gradient leads below it.
void rest_at_bounds(const VectorXd& at, const VectorXd& residuals, MatrixXd& slopes) {
  const VectorXd gradient = slopes.transpose() * residuals;
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    if (at[i] <= 0 && gradient[i] > 0) slopes.col(i).setZero();
  }
}

double smallest_singular_value(const MatrixXd& slopes, const VectorXd& at) {
  if (slopes.rows() < slopes.cols()) return 0;  // fewer residuals than parameters
  const MatrixXd scaled = slopes * at.cwiseMax(1e-3).asDiagonal();
  return scaled.jacobiSvd().singularValues().minCoeff();
}

VectorXd step_of(const MatrixXd& slopes, const VectorXd& residuals, double damping) {
  MatrixXd normal = slopes.transpose() * slopes;
  for (Eigen::Index i = 0; i < normal.rows(); ++i) {
    normal(i, i) = normal(i, i) > 0 ? normal(i, i) * (1 + damping) : 1;
  }
  return -normal.ldlt().solve(slopes.transpose() * residuals);
}

// After Nielsen, "Damping parameter in Marquardt's method" (1999): the smaller the actual descent
// is compared with the predicted one, the shorter the next step. Otherwise large residuals make
// steps too long.
struct Damping {
  double value = 1e-6;
  double growth = 2;

  void adapt(double descent, double promised) {
    if (descent >= 0 && promised > 0) {
      const double ratio = std::min(descent / promised, 1.0);
      value *= std::max(1.0 / 3, 1 - std::pow(2 * ratio - 1, 3));
      growth = 2;
    } else {
      value *= growth;
      growth *= 2;
    }
    value = std::clamp(value, 1e-12, 1e12);
  }
};

}  // namespace

LevenbergMarquardtResult minimise(const LevenbergMarquardt& problem, const VectorXd& start) {
  LevenbergMarquardtResult result;
  VectorXd at = start.cwiseMax(0.0);
  VectorXd residuals = problem.residuals(at);
  result.sum_of_squares = residuals.squaredNorm();
  Damping damping;
  MatrixXd slopes = jacobian(problem, at, residuals);
  while (result.iterations < problem.most_iterations) {
    ++result.iterations;
    MatrixXd free = slopes;
    rest_at_bounds(at, residuals, free);
    const VectorXd next = (at + step_of(free, residuals, damping.value)).cwiseMax(0.0);
    const double moved = (next - at).norm() / std::max(at.norm(), 1e-300);
    const VectorXd tried = problem.residuals(next);
    const double squares = tried.allFinite() ? tried.squaredNorm() : kInfinity;
    const double promised = result.sum_of_squares - (residuals + free * (next - at)).squaredNorm();
    damping.adapt(result.sum_of_squares - squares, promised);
    if (squares <= result.sum_of_squares) {
      at = next;
      residuals = tried;
      result.sum_of_squares = squares;
      slopes = jacobian(problem, at, residuals);
    }
    if (moved < problem.smallest_step) break;
  }
  result.parameters = at;
  result.smallest_singular_value = smallest_singular_value(slopes, at);
  return result;
}

}  // namespace paje
