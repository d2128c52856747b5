// How messages of an application depend on the number of processes, for predict_placement(): the
// fits of Saad, El-Mahdy and El-Shishiny.
#pragma once

#include <span>

#include "paje/export.hpp"

namespace paje {

/// A number measured in a run with n processes.
struct ProcessSample {
  double processes = 1;
  double value = 0;
};

/// s(n) = factor ln n + constant: sends per process (C and D of the paper).
struct SendsFit {
  double factor = 0;
  double constant = 0;
  [[nodiscard]] PAJE_EXPORT double at(double processes) const;  ///< at least 0
  /// Whether the fit is negative there, so that at() returns 0 instead.
  [[nodiscard]] PAJE_EXPORT bool is_negative(double processes) const;
};
/// Least squares in ln n; a constant if all runs have the same number of processes. Throws
/// std::invalid_argument without samples.
PAJE_EXPORT SendsFit fit_sends(std::span<const ProcessSample> samples);

/// m(n), bytes per message: a / n + b, or a n^b (A and -B of section 3.5).
struct MessageFit {
  bool is_power = false;
  double a = 0;
  double b = 0;
  double error = 0;                                             ///< mean of |fit / measured - 1|
  [[nodiscard]] PAJE_EXPORT double at(double processes) const;  ///< at least 0
  [[nodiscard]] PAJE_EXPORT bool is_negative(double processes) const;
};
/// Least squares in 1/n.
PAJE_EXPORT MessageFit fit_inverse_size(std::span<const ProcessSample> samples);
/// Least squares of logarithms. All sizes must be above 0.
PAJE_EXPORT MessageFit fit_power_size(std::span<const ProcessSample> samples);

}  // namespace paje
