// How a measured number grows with the number of cores, as one or two terms of Extra-P's
// performance model normal form: c0 + c1 n^i log2(n)^j + c2 n^k log2(n)^l. After Calotoiu, Hoefler,
// Poke and Wolf, "Using automated performance modeling to find scalability bugs in complex codes"
// (SC 2013), with negative powers too, since times fall with cores.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// n^power * log2(n)^log_power; both are 0 for a constant.
struct GrowthTerm {
  double power = 0;
  double log_power = 0;
  [[nodiscard]] PAJE_EXPORT double at(double n) const;
};

struct GrowthModel {
  double constant = 0;
  double factor = 0;
  GrowthTerm term;
  /// 0 if there is no second term.
  double second_factor = 0;
  GrowthTerm second_term;
  /// By sample: the model fitted without it, and its error at that sample.
  std::vector<GrowthModel> without_one;
  std::vector<double> misses;  ///< predicted - measured, as a share of |predicted|
  /// Cross-validated error, by which the terms were chosen: the mean over the samples of
  /// 2 |predicted - measured| / (|predicted| + |measured|), each by the model without the sample.
  double error = 0;
  /// Models with other terms that fit nearly as well. They agree at the samples, but may differ far
  /// from them.
  std::vector<GrowthModel> alternatives;

  [[nodiscard]] PAJE_EXPORT double at(double n) const;
  /// From the least to the greatest prediction of the models in `without_one` and of the
  /// `alternatives`, each widened by its error at the sample that it left out.
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
/// form; of equally good ones the simplest. Two terms need at least six different n, and an error
/// below an eighth of the best with one term: the best of thousands of pairs also fits noise.
/// Samples with the same n count as one, their mean. Throws std::invalid_argument if there are
/// fewer than three different n, an n is below 1, or a number is not finite. O(n^2) of samples for
/// each of about a hundred terms and some thousand pairs of terms.
PAJE_EXPORT GrowthModel fit_growth(std::span<const GrowthSample> samples);

}  // namespace paje
