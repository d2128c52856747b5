// Parameters of any function, fitted by least squares (Levenberg and Marquardt).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

struct LeastSquaresFit {
  std::vector<double> parameters;
  double sum_of_squares = 0;
  uint32_t iterations = 0;
  bool is_determined = true;  ///< false if some parameters could be different just as well
};

/// The parameters, none below 0, for which the squares of residuals(parameters) have the least sum
/// near `start`. Residuals are as many for all parameters, and as many as parameters at least; else
/// throws std::invalid_argument.
PAJE_EXPORT LeastSquaresFit
fit_least_squares(const std::function<std::vector<double>(std::span<const double>)>& residuals,
                  std::span<const double> start);

}  // namespace paje
