// Linear regression, with equal weights or robust against outliers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

enum class Weighting : uint8_t {
  equal,
  bisquare,  ///< Tukey's bisquare weights, iterated until stable, as Matlab's robust regression
};

struct Regression {
  std::vector<double> coefficients;  ///< by column; 0 for columns that were left out
  std::vector<double> weights;       ///< of the samples, from 0 to 1
  /// Columns that are linear combinations of others in these samples, so their effect is ambiguous.
  std::vector<uint32_t> left_out;
  double r_squared = 0;  ///< weighted; 1 if all y are equal and the fit is exact
  double condition = 0;  ///< of the remaining columns, scaled by their greatest elements
};

/// Minimises the squares of rows * coefficients - y by a QR decomposition with pivots. `rows` is
/// row-major, `columns` numbers for each sample. Throws std::invalid_argument without samples or
/// columns, or if a number is not finite. O(samples * columns^2), up to 50 times with bisquare
/// weights.
PAJE_EXPORT Regression fit_linear(std::span<const double> rows, std::size_t columns,
                                  std::span<const double> y, Weighting weighting);

}  // namespace paje
