// A number for each interval [i, j] of slices, by rows: all j for one i are together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace paje {

class Triangles {
 public:
  /// One triangle for each of `count` nodes, all 0.
  Triangles(std::size_t count, uint32_t slices)
      : slices_(slices),
        size_(static_cast<std::size_t>(slices) * (slices + std::size_t{1}) / 2),
        numbers_(count * size_) {}

  /// Where row `i` of a node would hold j = 0; it holds j = i and more.
  double* row(std::size_t node, uint32_t i) { return numbers_.data() + node * size_ + offset(i); }
  [[nodiscard]] const double* row(std::size_t node, uint32_t i) const {
    return numbers_.data() + node * size_ + offset(i);
  }
  [[nodiscard]] double at(std::size_t node, uint32_t i, uint32_t j) const {
    return row(node, i)[j];
  }

 private:
  // Rows before row i hold slices, slices - 1, ... numbers; the -i is for the first j. The sum
  // never falls below 0.
  [[nodiscard]] std::size_t offset(uint32_t i) const {
    const std::size_t before = i * (2 * static_cast<std::size_t>(slices_) - i + 1) / 2;
    return before - i;
  }

  uint32_t slices_;
  std::size_t size_;
  std::vector<double> numbers_;
};

}  // namespace paje
