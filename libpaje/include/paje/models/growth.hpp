// How a measured number grows with the number of cores, as a term of Extra-P's performance model
// normal form: c0 + c1 n^i log2(n)^j. After Calotoiu, Hoefler, Poke and Wolf, "Using automated
// performance modeling to find scalability bugs in complex codes" (SC 2013), with negative powers
// too, since times fall with cores.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A power times a power of a logarithm; both 0 if nothing grows.
struct GrowthTerm {
  double power = 0;
  double log_power = 0;
  [[nodiscard]] PAJE_EXPORT double at(double n) const;
};

struct GrowthModel {
  double constant = 0;
  double factor = 0;
  GrowthTerm term;
  /// What `at` is of models that were fitted without one of the samples, and by how much each
  /// missed it; by sample.
  std::vector<GrowthModel> without_one;
  std::vector<double> misses;  ///< predicted - measured, as a share of predicted
  /// Mean of 2 |predicted - measured| / (|predicted| + |measured|) of the samples, each by the
  /// model without it: the cross-validated error, by which the term was chosen.
  double error = 0;
  /// Those with other terms that are nearly as good: the samples do not tell them apart, but far
  /// from these they differ.
  std::vector<GrowthModel> alternatives;

  [[nodiscard]] PAJE_EXPORT double at(double n) const;
  /// From the least to the greatest that the models without one sample say, and those of the
  /// alternatives, each made wider by what it missed.
  struct Band {
    double low = 0;
    double high = 0;
  };
  [[nodiscard]] PAJE_EXPORT Band band(double n) const;
  /// `0.03 + 1.2 * n^-1 * log2(n)`
  [[nodiscard]] PAJE_EXPORT std::string text() const;
};

struct GrowthSample {
  double n = 1;
  double value = 0;
};

/// The model with the least cross-validated error among a constant and all terms of the normal
/// form; of equally good ones the simplest. Several samples of one n are one, with their mean.
/// Throws std::invalid_argument if fewer than three different n are there, an n is below 1, or a
/// number is not finite. O(n^2) of samples for each of about a hundred terms.
PAJE_EXPORT GrowthModel fit_growth(std::span<const GrowthSample> samples);

}  // namespace paje
