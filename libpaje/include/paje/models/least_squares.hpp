// Fits the parameters of any function by least squares (Levenberg-Marquardt).
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
  bool is_determined = true;  ///< false if other parameters fit equally well
};

/// The parameters, none below 0, near `start` that minimise the sum of squares of
/// residuals(parameters). Throws std::invalid_argument if the number of residuals varies, or is
/// less than the number of parameters.
PAJE_EXPORT LeastSquaresFit
fit_least_squares(const std::function<std::vector<double>(std::span<const double>)>& residuals,
                  std::span<const double> start);

}  // namespace paje
