// Tests whether two groups of runs differ by more than the runs within a group: Welch's t test for
// several numbers, and corrections for multiple testing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// One number, measured in the runs of both groups.
struct GroupSample {
  std::vector<double> a;
  std::vector<double> b;
};

/// B. L. Welch, "The generalization of 'Student's' problem when several different population
/// variances are involved", Biometrika 1947.
struct WelchTest {
  double mean_a = 0;
  double mean_b = 0;
  double t = 0;  ///< positive if b is greater; infinite if the groups differ but neither varies
  double degrees = 0;  ///< of freedom; NaN if neither group varies
  double p = 1;        ///< two-sided
};
/// Throws std::invalid_argument unless each group has two finite numbers.
PAJE_EXPORT WelchTest welch_test(const GroupSample& sample);

/// Corrects the p values of several tests, so that the chance of any false positive at a level is
/// at most that level (S. Holm, "A simple sequentially rejective multiple test procedure", 1979).
/// Keeps the order.
PAJE_EXPORT std::vector<double> holm_correction(std::span<const double> p);

struct ExchangeOptions {
  /// Up to this number, all exchanges are made; otherwise this many are drawn at random, with
  /// `seed`.
  uint64_t most = 20'000;
  uint64_t seed = 1;
};
/// For each sample, the share of all exchanges of runs between the groups in which the greatest |t|
/// of all samples reaches the |t| of this one (P. H. Westfall and S. S. Young, "Resampling-Based
/// Multiple Testing", 1993). These p values are corrected for the number of tests and for their
/// dependence. Throws std::invalid_argument unless all samples have the same number of runs in each
/// group, in the same order. O(exchanges * samples * runs).
PAJE_EXPORT std::vector<double> exchange_test(std::span<const GroupSample> samples,
                                              const ExchangeOptions& options = {});

}  // namespace paje
