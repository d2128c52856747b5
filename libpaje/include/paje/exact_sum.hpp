// Sums of doubles without rounding errors: independent of the order, and rounded once at the end.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A sum as non-overlapping doubles, the smallest first (Shewchuk 1997, "grow expansion"). If a
/// term is infinite or NaN, or the sum overflows a double, the result is infinite or NaN.
class PAJE_EXPORT ExactSum {
 public:
  void add(double number) {
    std::size_t kept = 0;
    for (const double part : parts_) {
      const double sum = number + part;
      const double added = sum - number;
      const double lost = (number - (sum - added)) + (part - added);
      if (lost != 0) parts_[kept++] = lost;
      number = sum;
    }
    parts_.resize(kept);
    if (!std::isfinite(number)) {
      other_ += number;
      parts_.clear();
    } else if (number != 0) {
      parts_.push_back(number);
    }
  }
  void add(const ExactSum& more);
  void subtract(const ExactSum& less);

  [[nodiscard]] bool is_finite() const { return other_ == 0; }
  /// The nearest double, ties to even. Zero is +0.
  [[nodiscard]] double rounded() const;
  /// The sum of all numbers.
  static ExactSum of(std::span<const double> parts) {
    ExactSum sum;
    for (const double part : parts) sum.add(part);
    return sum;
  }
  /// A unique form of the same sum: the nearest double, then the nearest to the remainder, and so
  /// on until the remainder is 0. Empty if the sum is 0. The sum must be finite.
  [[nodiscard]] std::vector<double> parts() const;

 private:
  std::vector<double> parts_;
  double other_ = 0;  // the sum of all terms that are not finite; 0 if there are none
};

}  // namespace paje
