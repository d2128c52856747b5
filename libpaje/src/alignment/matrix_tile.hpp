// The inner loop of the dense method: a tile of the matrix, anti-diagonal by anti-diagonal, for
// the cells of one depend on the two before only. Scores inside are differences from the tile's
// corner, so that few bits do.
//
// With each cell goes, if asked for, the place on the tile's edge from which its best path came in,
// by the rule of paje/alignment.hpp. So pointers that cells of the edges carry, whatever they are,
// get to the cells at the other edges.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "alignment/diagonal.hpp"
#include "paje/alignment.hpp"

namespace paje {

struct MatrixCell {
  int64_t score = 0;
  int64_t pointer = 0;
};

/// What surrounds a tile. `top` and `left` hold what is above and to the left and get the tile's
/// last row and last column; left[0] is the corner and gets the corner of the tile to the right.
struct TileEdges {
  MatrixCell* top;
  MatrixCell* left;
};

/// May be read kDiagonalStep symbols further at both ends.
template <class Value>
struct TileSymbols {
  const Symbol<Value>* a;            ///< of the first row
  const Symbol<Value>* b_backwards;  ///< of the first column; earlier addresses hold later columns
};

struct TileShape {
  static constexpr std::ptrdiff_t kMostRows = 512;
  static constexpr std::ptrdiff_t kMostColumns = 4096;
  std::ptrdiff_t rows;
  std::ptrdiff_t columns;
};

/// The most that scores of neighbours can differ by.
inline int64_t largest_step(const AlignmentScores& scores) {
  const auto size = [](int64_t score) { return score < 0 ? -score : score; };
  return size(scores.match) + size(scores.mismatch) + size(scores.gap);
}

template <class Value, bool Carries>
class MatrixTile {
 public:
  MatrixTile(const AlignmentScores& scores, TileShape shape)
      : scores_{static_cast<Value>(scores.match), static_cast<Value>(scores.mismatch),
                static_cast<Value>(scores.gap)},
        shape_(shape) {}
  MatrixTile(const MatrixTile&) = delete;  // it points into itself

  void compute(const TileSymbols<Value>& symbols, const TileEdges& edges) {
    begin(edges);
    const std::ptrdiff_t diagonals = shape_.rows + shape_.columns - 1;
    for (std::ptrdiff_t t = 0; t < diagonals; ++t) {
      const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, t - shape_.columns + 1);
      const std::ptrdiff_t last = std::min(t, shape_.rows - 1);
      compute_diagonal(symbols.a + first, symbols.b_backwards + (first - t), first, last);
      exchange(edges, t);
    }
  }

 private:
  // Slot r + 1 is the cell of row r; slot 0 is the row above the tile.
  using Slots = std::array<Value, TileShape::kMostRows + 1 + kDiagonalStep>;
  struct Diagonal {
    Slots scores{};
    Slots places{};  // on the edge: of the left at i, i; of the top at i, -1 - i
  };

  void begin(const TileEdges& edges) {
    corner_ = edges.left[0].score;
    if constexpr (Carries) {
      for (std::ptrdiff_t i = 0; i <= shape_.rows; ++i) {
        left_pointers_.push_back(edges.left[i].pointer);
      }
      for (std::ptrdiff_t i = 0; i < shape_.columns; ++i) {
        top_pointers_.push_back(edges.top[i].pointer);
      }
    }
    load_left(*older_, edges, 0);
    load_top(*old_, edges, 0);
    load_left(*old_, edges, 1);
    edges.left[0] = edges.top[shape_.columns - 1];
  }

  void load_left(Diagonal& diagonal, const TileEdges& edges, std::ptrdiff_t i) const {
    const auto slot = static_cast<std::size_t>(i);
    diagonal.scores[slot] = static_cast<Value>(edges.left[i].score - corner_);
    if constexpr (Carries) diagonal.places[slot] = static_cast<Value>(i);
  }

  void load_top(Diagonal& diagonal, const TileEdges& edges, std::ptrdiff_t i) const {
    diagonal.scores[0] = static_cast<Value>(edges.top[i].score - corner_);
    if constexpr (Carries) diagonal.places[0] = static_cast<Value>(-1 - i);
  }

  [[nodiscard]] MatrixCell give(std::ptrdiff_t i) const {
    const auto slot = static_cast<std::size_t>(i);
    MatrixCell cell{corner_ + now_->scores[slot], 0};
    if constexpr (Carries) {
      const Value place = now_->places[slot];
      cell.pointer = place < 0 ? top_pointers_[static_cast<std::size_t>(-1 - place)]
                               : left_pointers_[static_cast<std::size_t>(place)];
    }
    return cell;
  }

  // Gives the last row and column away, takes the edges in, and turns to the next diagonal.
  void exchange(const TileEdges& edges, std::ptrdiff_t t) {
    if (t >= shape_.rows - 1) edges.top[t - shape_.rows + 1] = give(shape_.rows);
    if (t + 1 < shape_.columns) load_top(*now_, edges, t + 1);
    if (t + 1 < shape_.rows) load_left(*now_, edges, t + 2);
    const std::ptrdiff_t last = t - shape_.columns + 2;
    if (last > 0) edges.left[last] = give(last);
    Diagonal* const oldest = older_;
    older_ = old_;
    old_ = now_;
    now_ = oldest;
  }

  void compute_diagonal(const Symbol<Value>* a, const Symbol<Value>* b, std::ptrdiff_t first,
                        std::ptrdiff_t last) const {
    const auto slot = static_cast<std::size_t>(first);
    const DiagonalCells<Value> cells{
        older_->scores.data() + slot, old_->scores.data() + slot, now_->scores.data() + slot + 1,
        older_->places.data() + slot, old_->places.data() + slot, now_->places.data() + slot + 1};
    compute_(a, b, last - first + 1, cells, scores_);
  }

  DiagonalFunction<Value, Carries> compute_ = diagonal_function<Value, Carries>();
  DiagonalScores<Value> scores_;
  TileShape shape_;
  int64_t corner_ = 0;
  std::array<Diagonal, 3> diagonals_{};
  Diagonal* older_ = diagonals_.data();    // two before
  Diagonal* old_ = diagonals_.data() + 1;  // one before
  Diagonal* now_ = diagonals_.data() + 2;
  std::vector<int64_t> left_pointers_;
  std::vector<int64_t> top_pointers_;
};

}  // namespace paje
