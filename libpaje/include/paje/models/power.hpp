// What power a machine draws at some use of its CPU and memory: the model E2M of G. Rostirolla,
// V. Rodrigues, R. Righi and others, Analyzing Energy Consumption of Elastic HPC Applications in
// the Cloud (WSPPD 2015), fitted by principal component regression.
#pragma once

#include <cstdint>
#include <span>

#include "paje/export.hpp"

namespace paje {

/// Uses in percent, power in watts.
struct PowerSample {
  double cpu = 0;
  double memory = 0;
  double power = 0;
};

/// Equation (1): watts = idle + per_cpu * cpu + per_memory * memory.
struct PowerModel {
  double idle = 0;        ///< alpha
  double per_cpu = 0;     ///< beta
  double per_memory = 0;  ///< delta

  [[nodiscard]] double watts(double cpu, double memory) const {
    return idle + per_cpu * cpu + per_memory * memory;
  }
};

struct PowerFit {
  PowerModel model;
  /// How many principal components of the two uses went into it: fewer than asked for where a use
  /// does not vary, or both are in proportion.
  unsigned components = 0;
  /// The greater over the lesser of the standard deviations of the two components; infinite if the
  /// lesser is 0. With more than 30 or so, coefficients of two components are not to be relied on.
  double condition = 1;
  double explained = 0;  ///< share of the variance of power that the model explains (R squared)
  bool cpu_varies = true;
  bool memory_varies = true;
};

/// Principal component regression on uses that are standardised (by their mean and the standard
/// deviation of a sample). With 2 components that is ordinary least squares; with 1, the direction
/// in which both vary together, which is stable where they are nearly in proportion. Throws
/// std::invalid_argument for other components than 1 or 2, for fewer samples than components + 1,
/// if neither use varies, if a power is negative, or if a number is not finite or too great.
PAJE_EXPORT PowerFit fit_power(std::span<const PowerSample> samples, unsigned components);

/// How well a model says what was measured.
struct PowerAccuracy {
  uint64_t samples = 0;   ///< that could be judged: with a power above 0, and no error above 1e100
  uint64_t left_out = 0;  ///< the others
  double mean = 0;        ///< of 100 * (1 - |predicted - measured| / measured), in percent
  double median = 0;
  double mean_error = 0;      ///< mean of |predicted - measured|, in watts
  double greatest_error = 0;  ///< the greatest of them
};

/// All 0 without samples that can be judged.
PAJE_EXPORT PowerAccuracy judge_power(const PowerModel& model,
                                      std::span<const PowerSample> samples);

}  // namespace paje
