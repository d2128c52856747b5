// Least squares of functions that are not linear: Levenberg-Marquardt with a numerical Jacobian,
// for parameters that are not negative. For a few parameters: everything is dense.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <vector>

namespace paje {

struct LevenbergMarquardt {
  /// The residuals for some parameters, always as many of them.
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residuals;
  int most_iterations = 100;
  double smallest_step = 1e-10;  ///< relative; a smaller one is the last
};

struct LevenbergMarquardtResult {
  Eigen::VectorXd parameters;
  double sum_of_squares = 0;
  int iterations = 0;
  /// Of the columns of the Jacobian, scaled by their parameters: 0 if one has no effect, or the
  /// same as the others.
  double smallest_singular_value = 0;
};

/// Parameters stay at 0 or above. A parameter at 0 that the residuals would push below rests there.
LevenbergMarquardtResult minimise(const LevenbergMarquardt& problem, const Eigen::VectorXd& start);

}  // namespace paje
