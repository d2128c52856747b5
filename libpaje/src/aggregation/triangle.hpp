// A number for each interval [i, j] of slices, row by row: all j of one i are contiguous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace paje {

class Triangles {
 public:
  /// A triangle of zeros for each of `count` nodes.
  Triangles(std::size_t count, uint32_t slices)
      : slices_(slices),
        size_(static_cast<std::size_t>(slices) * (slices + std::size_t{1}) / 2),
        numbers_(count * size_) {}

  /// Where j = 0 of row `i` of a node would be; the row only contains j >= i.
  double* row(std::size_t node, uint32_t i) { return numbers_.data() + node * size_ + offset(i); }
  [[nodiscard]] const double* row(std::size_t node, uint32_t i) const {
    return numbers_.data() + node * size_ + offset(i);
  }
  [[nodiscard]] double at(std::size_t node, uint32_t i, uint32_t j) const {
    return row(node, i)[j];
  }

 private:
  // Rows before row i contain slices, slices - 1, ... numbers. Subtract i, because the row starts
  // at j = i. The result is never negative.
  [[nodiscard]] std::size_t offset(uint32_t i) const {
    const std::size_t before = i * (2 * static_cast<std::size_t>(slices_) - i + 1) / 2;
    return before - i;
  }

  uint32_t slices_;
  std::size_t size_;
  std::vector<double> numbers_;
};

}  // namespace paje
