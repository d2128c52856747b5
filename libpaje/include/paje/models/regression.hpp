// Linear regression, with all samples alike or with outliers weighted down.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

enum class Weighting : uint8_t {
  equal,
  bisquare,  ///< Tukey's, reweighted until it is stable, as robust regression of Matlab does
};

struct Regression {
  std::vector<double> coefficients;  ///< one for each column; 0 for those that are left out
  std::vector<double> weights;       ///< of the samples, from 0 to 1
  /// Columns that are combinations of others in these samples, so that nothing tells them apart.
  std::vector<uint32_t> left_out;
  double r_squared = 0;  ///< weighted; 1 where the samples do not differ and all are met
  double condition = 0;  ///< of the columns that are left, each divided by its greatest
};

/// Least squares of `columns` * coefficients - y by a QR decomposition with pivots. `rows` has the
/// columns' numbers of the first sample, then those of the second, and so on. Throws
/// std::invalid_argument without samples or columns, or if a number is not finite.
/// O(samples * columns^2), up to 50 times with bisquare weights.
PAJE_EXPORT Regression fit_linear(std::span<const double> rows, std::size_t columns,
                                  std::span<const double> y, Weighting weighting);

}  // namespace paje
