// Amounts of few values among many, added up again and again: sums that are emptied at the cost of
// what they hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

/// Whether `x` is to stand before `y`: by amount, then by number.
inline bool is_larger(const ValueAmount& x, const ValueAmount& y) {
  const double first = std::abs(x.amount);
  const double second = std::abs(y.amount);
  return first != second ? first > second : x.value < y.value;
}

class ValueSums {
 public:
  explicit ValueSums(std::size_t values) : sums_(values, 0), is_held_(values, false) {}

  void add(uint32_t value, double amount) {
    if (!is_held_[value]) {
      is_held_[value] = true;
      held_.push_back(value);
    }
    sums_[value] += amount;
  }
  void add(const ValueSums& others) {
    for (const uint32_t value : others.held_) add(value, others.sums_[value]);
  }
  void clear() {
    for (const uint32_t value : held_) {
      sums_[value] = 0;
      is_held_[value] = false;
    }
    held_.clear();
  }

  /// Those other than 0, the largest first.
  [[nodiscard]] std::vector<ValueAmount> amounts() const {
    std::vector<ValueAmount> amounts;
    for (const uint32_t value : held_) {
      if (sums_[value] != 0) amounts.push_back({value, sums_[value]});
    }
    std::sort(amounts.begin(), amounts.end(), is_larger);
    return amounts;
  }

 private:
  std::vector<double> sums_;
  std::vector<char> is_held_;
  std::vector<uint32_t> held_;
};

}  // namespace paje
