// Sums of doubles without rounding: the same in any order, and rounded once where they are shown.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A sum as doubles that do not overlap, the smallest first (Shewchuk 1997, "grow expansion"). If
/// something is infinite or not a number, or the sum too large for a double, that is what it is.
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
  /// The nearest double; of two, the even one. 0 is +0.
  [[nodiscard]] double rounded() const;
  /// The sum of numbers.
  static ExactSum of(std::span<const double> parts) {
    ExactSum sum;
    for (const double part : parts) sum.add(part);
    return sum;
  }
  /// The same sum in one way only: the nearest double, then the nearest to what that leaves, until
  /// nothing is left. Empty if it is 0. Only of a finite sum.
  [[nodiscard]] std::vector<double> parts() const;

 private:
  std::vector<double> parts_;
  double other_ = 0;  // the sum of all that is not finite; 0 if there is nothing
};

}  // namespace paje
