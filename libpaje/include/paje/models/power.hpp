// The power of a machine by the utilisation of its CPU and memory: the model E2M of G. Rostirolla,
// V. Rodrigues, R. Righi and others, Analyzing Energy Consumption of Elastic HPC Applications in
// the Cloud (WSPPD 2015), fitted by principal component regression.
#pragma once

#include <cstdint>
#include <span>

#include "paje/export.hpp"

namespace paje {

/// Utilisations in percent, power in watts.
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
  /// Number of principal components used: fewer than requested if a utilisation does not vary, or
  /// both are proportional.
  unsigned components = 0;
  /// Ratio of the standard deviations of the two components, at least 1; infinite if the smaller
  /// one is 0. Above about 30, coefficients from two components are unreliable.
  double condition = 1;
  double explained = 0;  ///< share of the variance of power that the model explains (R squared)
  bool cpu_varies = true;
  bool memory_varies = true;
};

/// Principal component regression on standardised utilisations (mean 0, sample deviation 1). With 2
/// components it is ordinary least squares. With 1 it uses the direction in which both vary
/// together, which is stable if they are nearly proportional. Throws std::invalid_argument for
/// another number of components, for fewer samples than components + 1, if neither utilisation
/// varies, if a power is negative, or if a number is not finite or too large.
PAJE_EXPORT PowerFit fit_power(std::span<const PowerSample> samples, unsigned components);

/// How well a model predicts measured power.
struct PowerAccuracy {
  uint64_t samples = 0;   ///< samples with a power above 0 and an error of at most 1e100
  uint64_t left_out = 0;  ///< all other samples
  double mean = 0;        ///< of 100 * (1 - |predicted - measured| / measured), in percent
  double median = 0;
  double mean_error = 0;      ///< mean of |predicted - measured|, in watts
  double greatest_error = 0;  ///< the greatest of them
};

/// All members are 0 if no sample can be judged.
PAJE_EXPORT PowerAccuracy judge_power(const PowerModel& model,
                                      std::span<const PowerSample> samples);

}  // namespace paje
