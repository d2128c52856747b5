// Whether two groups of runs differ by more than runs of one group do: Welch's t test for each of
// some numbers, and corrections for having made many tests.
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
  double t = 0;  ///< above 0 if b is greater; infinite if neither group varies, but they differ
  double degrees = 0;  ///< of freedom; NaN if neither group varies
  double p = 1;        ///< two-sided
};
/// Throws std::invalid_argument unless each group has two finite numbers.
PAJE_EXPORT WelchTest welch_test(const GroupSample& sample);

/// The p values of some tests, corrected so that the chance of one below a level is that level
/// (S. Holm, "A simple sequentially rejective multiple test procedure", 1979). In the same order.
PAJE_EXPORT std::vector<double> holm_correction(std::span<const double> p);

struct ExchangeOptions {
  /// All exchanges are made if they are not more than that; else that many at random, with `seed`.
  uint64_t most = 20'000;
  uint64_t seed = 1;
};
/// For each sample, the share of all ways to exchange runs between the groups in which the greatest
/// |t| of all samples is at least that of this one (P. H. Westfall and S. S. Young,
/// "Resampling-Based Multiple Testing", 1993): corrected for all tests, and for how they depend on
/// each other. All samples must have the same numbers of runs, in the same order. Throws
/// std::invalid_argument else. O(exchanges * samples * runs).
PAJE_EXPORT std::vector<double> exchange_test(std::span<const GroupSample> samples,
                                              const ExchangeOptions& options = {});

}  // namespace paje
