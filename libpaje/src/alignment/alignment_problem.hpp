// What the methods are given: two sequences, what columns score, and which part of the matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "paje/alignment.hpp"

namespace paje {

struct AlignmentProblem {
  std::span<const uint32_t> a;
  std::span<const uint32_t> b;
  AlignmentScores scores;
  bool ends_free = false;
  const std::function<void()>* given_check = nullptr;  ///< AlignmentOptions::check, if set

  /// Called between pieces of work of a millisecond or so.
  void check() const {
    if (given_check != nullptr) (*given_check)();
  }

  /// The score of a symbol of A alone, after `column` symbols of B.
  [[nodiscard]] int32_t only_a(std::size_t column) const {
    return ends_free && (column == 0 || column == b.size()) ? 0 : scores.gap;
  }
  /// The score of a symbol of B alone, after `row` symbols of A.
  [[nodiscard]] int32_t only_b(std::size_t row) const {
    return ends_free && (row == 0 || row == a.size()) ? 0 : scores.gap;
  }
};

/// Cells of the matrix: a cell (row, column) stands for the first `row` symbols of A and the first
/// `column` of B. A path leads from the first corner to the last.
struct MatrixBlock {
  std::size_t first_row;
  std::size_t first_column;
  std::size_t last_row;
  std::size_t last_column;

  [[nodiscard]] std::size_t rows() const { return last_row - first_row; }
  [[nodiscard]] std::size_t columns() const { return last_column - first_column; }
  [[nodiscard]] std::size_t cells() const { return (rows() + 1) * (columns() + 1); }
};

}  // namespace paje
