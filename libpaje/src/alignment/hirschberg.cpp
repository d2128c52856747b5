// Divide and conquer in linear space. One pass over a block finds in which column its best path
// leaves the middle row; the two blocks that the path goes through are then independent tasks.
//
// Hirschberg's pass from both ends finds some best path. This one goes forwards only and carries,
// below the middle row, a pointer with each cell: the column where the path that the rule of
// paje/alignment.hpp chooses left that row. Parts of a chosen path are the chosen paths of their
// blocks, so the halves give the very path of the whole matrix, at the cost of two steps a cell
// in the lower half.
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "alignment/matrix_tile.hpp"
#include "alignment/methods.hpp"
#include "alignment/padded_symbols.hpp"

namespace paje {

namespace {

// Blocks of this many cells are aligned by their whole matrix, which stays in the cache.
constexpr std::size_t kSmallBlock = std::size_t{1} << 16;
// A tile has at least this many columns and as few bits a cell as allow it.
constexpr int64_t kLeastColumns = 1024;
// Blocks of this many cells are worth a task.
constexpr std::size_t kTaskBlock = std::size_t{1} << 21;

// The symbols of both sequences as the tiles want them.
template <class Symbol>
struct SymbolPair {
  PaddedSymbols<Symbol> a;
  PaddedSymbols<Symbol> b_backwards;
};

class Symbols {
 public:
  explicit Symbols(const AlignmentProblem& problem)
      : wide_{PaddedSymbols<uint32_t>::forwards(problem.a),
              PaddedSymbols<uint32_t>::backwards(problem.b)} {
    const auto fits = [](uint32_t symbol) {
      return symbol <= std::numeric_limits<uint16_t>::max();
    };
    if (std::ranges::all_of(problem.a, fits) && std::ranges::all_of(problem.b, fits)) {
      narrow_ = SymbolPair<uint16_t>{PaddedSymbols<uint16_t>::forwards(problem.a),
                                     PaddedSymbols<uint16_t>::backwards(problem.b)};
    }
  }

  /// All of them fit in 16 bits; tracks are given as numbers of their different states.
  [[nodiscard]] bool are_few() const { return narrow_.has_value(); }

  /// Of a tile that begins after `row` symbols of A and has `columns_left` columns of the matrix
  /// to the right of its first.
  template <class Value>
  [[nodiscard]] TileSymbols<Value> at(std::size_t row, std::size_t columns_left) const {
    if constexpr (sizeof(Symbol<Value>) == sizeof(uint16_t)) {
      return {narrow_->a.data() + row, narrow_->b_backwards.data() + columns_left};
    } else {
      return {wide_.a.data() + row, wide_.b_backwards.data() + columns_left};
    }
  }

 private:
  SymbolPair<uint32_t> wide_;
  std::optional<SymbolPair<uint16_t>> narrow_;
};

// One row of a block after the other, some hundred at a time.
class RowSweep {
 public:
  RowSweep(const AlignmentProblem& problem, const Symbols& symbols, const MatrixBlock& block,
           ThreadPool& parallel)
      : problem_(problem),
        symbols_(symbols),
        block_(block),
        parallel_(parallel),
        row_(block.columns() + 1) {
    for (std::size_t i = 1; i < row_.size(); ++i) {
      row_[i].score = row_[i - 1].score + problem.only_b(block.first_row);
    }
    choose_width();
  }

  /// The column where the best path from corner to corner leaves row `middle`.
  std::size_t crossing(std::size_t middle) {
    advance<false>(block_.first_row, middle);
    for (std::size_t i = 0; i < row_.size(); ++i) row_[i].pointer = static_cast<int64_t>(i);
    // The last row has another price for gaps if it is the last of the matrix and ends are free.
    const bool last_row_apart = problem_.ends_free && block_.last_row == problem_.a.size();
    advance<true>(middle, block_.last_row - (last_row_apart ? 1 : 0));
    if (last_row_apart) add_last_row();
    return block_.first_column + static_cast<std::size_t>(row_.back().pointer);
  }

 private:
  enum class Width : uint8_t { narrow, middle, wide };

  // As few bits as hold all differences of scores in a tile.
  void choose_width() {
    const int64_t step = largest_step(problem_.scores);
    const auto columns = [&](int64_t largest) { return largest / step - TileShape::kMostRows - 2; };
    int64_t most = columns(std::numeric_limits<int16_t>::max());
    if (most < kLeastColumns || !symbols_.are_few()) {
      width_ = Width::middle;
      most = columns(std::numeric_limits<int32_t>::max());
    }
    if (most < kLeastColumns) {
      width_ = Width::wide;
      most = TileShape::kMostColumns;
    }
    tile_columns_ = std::min<std::size_t>(TileShape::kMostColumns, static_cast<std::size_t>(most));
  }

  /// From row `from` of the state to row `to`.
  template <bool Carries>
  void advance(std::size_t from, std::size_t to) {
    if (from == to) return;
    const bool last_column_apart =
        problem_.ends_free && block_.last_column == problem_.b.size() && block_.columns() != 0;
    const std::size_t columns = block_.columns() - (last_column_apart ? 1 : 0);
    begin_tile_rows(from, to);
    const MatrixCell corner = row_[columns];
    if (columns != 0) compute_tiles<Carries>(from, to, columns);
    if (last_column_apart) add_last_column(from, to, corner);
    row_[0].score += static_cast<int64_t>(to - from) * problem_.only_a(block_.first_column);
  }

  // Each row of tiles has its edge: one cell for the row above, then one for each row.
  static constexpr std::size_t kTileRows = TileShape::kMostRows;
  static std::size_t edge_index(std::size_t from, std::size_t row) {
    return row - from + (row - from - 1) / kTileRows;
  }

  // The edges are the block's first column now; tiles move them to the right.
  void begin_tile_rows(std::size_t from, std::size_t to) {
    edges_.resize(edge_index(from, to) + 1);
    MatrixCell cell = row_[0];
    for (std::size_t row = from + 1; row <= to; ++row) {
      const std::size_t index = edge_index(from, row);
      if ((row - from) % kTileRows == 1) edges_[index - 1] = cell;
      cell.score += problem_.only_a(block_.first_column);
      edges_[index] = cell;
    }
  }

  template <bool Carries>
  void compute_tiles(std::size_t from, std::size_t to, std::size_t columns) {
    const std::size_t tile_rows = (to - from + kTileRows - 1) / kTileRows;
    const std::size_t tile_columns = (columns + tile_columns_ - 1) / tile_columns_;
    // Tiles on one anti-diagonal need nothing of each other.
    for (std::size_t t = 0; t < tile_rows + tile_columns - 1; ++t) {
      problem_.check();
      const std::size_t first = t < tile_columns ? 0 : t - tile_columns + 1;
      const std::size_t last = std::min(t, tile_rows - 1);
      const auto compute = [&](std::size_t i) {
        const std::size_t row = from + (first + i) * kTileRows;
        const std::size_t column = (t - first - i) * tile_columns_;
        const TileShape shape{
            static_cast<std::ptrdiff_t>(std::min(kTileRows, to - row)),
            static_cast<std::ptrdiff_t>(std::min(tile_columns_, columns - column))};
        compute_tile<Carries>(shape, row, column, edges_.data() + edge_index(from, row + 1) - 1);
      };
      if (last == first) {
        compute(0);
      } else {
        parallel_.for_each(last - first + 1, compute);
      }
    }
  }

  template <bool Carries>
  void compute_tile(TileShape shape, std::size_t row, std::size_t column, MatrixCell* left) {
    switch (width_) {
      case Width::narrow:
        return compute_tile<int16_t, Carries>(shape, row, column, left);
      case Width::middle:
        return compute_tile<int32_t, Carries>(shape, row, column, left);
      case Width::wide:
        return compute_tile<int64_t, Carries>(shape, row, column, left);
    }
  }

  template <class Value, bool Carries>
  void compute_tile(TileShape shape, std::size_t row, std::size_t column, MatrixCell* left) {
    const std::size_t columns_left = problem_.b.size() - 1 - block_.first_column - column;
    MatrixTile<Value, Carries>(problem_.scores, shape)
        .compute(symbols_.at<Value>(row, columns_left), {row_.data() + column + 1, left});
  }

  // A cell from its neighbours, as in nw.
  [[nodiscard]] MatrixCell cell(std::size_t row, std::size_t column, const MatrixCell& before,
                                const MatrixCell& above, const MatrixCell& left) const {
    const bool equal = problem_.a[row - 1] == problem_.b[column - 1];
    const int64_t pair = before.score + (equal ? problem_.scores.match : problem_.scores.mismatch);
    const int64_t only_a = above.score + problem_.only_a(column);
    const int64_t only_b = left.score + problem_.only_b(row);
    const int64_t best = std::max({pair, only_a, only_b});
    const bool by_pair = equal ? only_a != best && only_b != best : pair == best;
    return {best, by_pair ? before.pointer : only_a == best ? above.pointer : left.pointer};
  }

  // The last column of the matrix with free ends, for its gaps cost nothing. `before` is the cell
  // to the left of the column in row `from`.
  void add_last_column(std::size_t from, std::size_t to, MatrixCell before) {
    for (std::size_t row = from + 1; row <= to; ++row) {
      const MatrixCell& left = edges_[edge_index(from, row)];
      row_.back() = cell(row, block_.last_column, before, row_.back(), left);
      before = left;
    }
  }

  void add_last_row() {
    MatrixCell before = row_[0];
    row_[0].score += problem_.only_a(block_.first_column);
    for (std::size_t i = 1; i < row_.size(); ++i) {
      const MatrixCell above = row_[i];
      row_[i] = cell(block_.last_row, block_.first_column + i, before, above, row_[i - 1]);
      before = above;
    }
  }

  const AlignmentProblem& problem_;
  const Symbols& symbols_;
  const MatrixBlock& block_;
  ThreadPool& parallel_;
  Width width_ = Width::narrow;
  std::size_t tile_columns_ = 0;
  std::vector<MatrixCell> row_;    // the row that was reached; pointers below the middle only
  std::vector<MatrixCell> edges_;  // to the left of the tiles to come
};

class Hirschberg {
 public:
  Hirschberg(const AlignmentProblem& problem, ThreadPool& parallel)
      : problem_(problem), parallel_(parallel), symbols_(problem) {}

  void align(const MatrixBlock& block, AlignmentRuns& runs) {
    if (block.rows() <= 1 || block.cells() <= kSmallBlock) {
      align_by_nw(problem_, block, runs);
      return;
    }
    const std::size_t middle = block.first_row + block.rows() / 2;
    const std::size_t column = RowSweep(problem_, symbols_, block, parallel_).crossing(middle);
    const MatrixBlock upper{block.first_row, block.first_column, middle, column};
    const MatrixBlock lower{middle, column, block.last_row, block.last_column};
    if (block.cells() < kTaskBlock) {
      align(upper, runs);
      align(lower, runs);
      return;
    }
    AlignmentRuns lower_runs;
    parallel_.both([&] { align(lower, lower_runs); }, [&] { align(upper, runs); });
    runs.append(lower_runs);
  }

 private:
  const AlignmentProblem& problem_;
  ThreadPool& parallel_;
  Symbols symbols_;
};

}  // namespace

void align_by_hirschberg(const AlignmentProblem& problem, ThreadPool& parallel,
                         AlignmentRuns& runs) {
  Hirschberg(problem, parallel).align({0, 0, problem.a.size(), problem.b.size()}, runs);
}

}  // namespace paje
