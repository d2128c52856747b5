// Needleman-Wunsch: each cell from its three neighbours, then the way back. The rule of
// paje/alignment.hpp is the order in which a cell tries its neighbours, so this is also where that
// rule is easiest to read; the other methods are tested against it.
#include <algorithm>
#include <vector>

#include "alignment/methods.hpp"

namespace paje {

namespace {

class Matrix {
 public:
  Matrix(const AlignmentProblem& problem, const MatrixBlock& block)
      : problem_(problem),
        block_(block),
        stride_(block.columns() + 1),
        columns_(block.cells(), AlignmentColumn::match),
        row_(stride_) {}

  /// The columns of the path.
  std::vector<AlignmentColumn> path() {
    fill_first_row();
    for (std::size_t row = block_.first_row + 1; row <= block_.last_row; ++row) {
      if (row % 64 == 0) problem_.check();
      fill_row(row);
    }
    std::vector<AlignmentColumn> path;
    std::size_t row = block_.rows();
    std::size_t column = block_.columns();
    while (row != 0 || column != 0) {
      const AlignmentColumn last = columns_[row * stride_ + column];
      path.push_back(last);
      if (last != AlignmentColumn::only_b) --row;
      if (last != AlignmentColumn::only_a) --column;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  void fill_first_row() {
    for (std::size_t i = 1; i < stride_; ++i) {
      row_[i] = row_[i - 1] + problem_.only_b(block_.first_row);
      columns_[i] = AlignmentColumn::only_b;
    }
  }

  void fill_row(std::size_t row) {
    AlignmentColumn* const columns = columns_.data() + (row - block_.first_row) * stride_;
    int64_t diagonal = row_[0];
    row_[0] += problem_.only_a(block_.first_column);
    columns[0] = AlignmentColumn::only_a;
    for (std::size_t i = 1; i < stride_; ++i) {
      const std::size_t column = block_.first_column + i;
      const bool equal = problem_.a[row - 1] == problem_.b[column - 1];
      const int64_t pair = diagonal + (equal ? problem_.scores.match : problem_.scores.mismatch);
      const int64_t only_a = row_[i] + problem_.only_a(column);
      const int64_t only_b = row_[i - 1] + problem_.only_b(row);
      const int64_t best = std::max({pair, only_a, only_b});
      columns[i] = !equal && pair == best ? AlignmentColumn::mismatch
                   : only_a == best       ? AlignmentColumn::only_a
                   : only_b == best       ? AlignmentColumn::only_b
                                          : AlignmentColumn::match;
      diagonal = row_[i];
      row_[i] = best;
    }
  }

  const AlignmentProblem& problem_;
  const MatrixBlock& block_;
  std::size_t stride_;
  std::vector<AlignmentColumn> columns_;  // which column ends the best path to a cell
  std::vector<int64_t> row_;              // the scores of one row
};

}  // namespace

void align_by_nw(const AlignmentProblem& problem, const MatrixBlock& block, AlignmentRuns& runs) {
  for (const AlignmentColumn column : Matrix(problem, block).path()) runs.append(column, 1);
}

}  // namespace paje
