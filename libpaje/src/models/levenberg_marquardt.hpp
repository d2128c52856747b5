// Nonlinear least squares: Levenberg-Marquardt with a numerical Jacobian, for non-negative
// parameters. Meant for a few parameters, so all matrices are dense.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <vector>

namespace paje {

struct LevenbergMarquardt {
  /// The residuals for given parameters; their number must not vary.
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residuals;
  int most_iterations = 100;
  double smallest_step = 1e-10;  ///< relative; stops after a smaller step
};

struct LevenbergMarquardtResult {
  Eigen::VectorXd parameters;
  double sum_of_squares = 0;
  int iterations = 0;
  /// Of the Jacobian with columns scaled by their parameters: 0 if a parameter has no effect or the
  /// same effect as others, or if there are fewer residuals than parameters.
  double smallest_singular_value = 0;
};

/// Parameters stay at 0 or above: one that the residuals would push below 0 stays at 0.
LevenbergMarquardtResult minimise(const LevenbergMarquardt& problem, const Eigen::VectorXd& start);

}  // namespace paje
