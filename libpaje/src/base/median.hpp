// The number in the middle of some.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace paje {

/// Of an even number of them the greater of the two in the middle. There must be one. Changes their
/// order.
inline double upper_median_of(std::span<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}
inline double upper_median(std::vector<double> numbers) { return upper_median_of(numbers); }

/// Of an even number of them the mean of the two in the middle; 0 of none.
inline double median(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  if (numbers.size() % 2 == 1) return *middle;
  return (*std::max_element(numbers.begin(), middle) + *middle) / 2;
}

}  // namespace paje
