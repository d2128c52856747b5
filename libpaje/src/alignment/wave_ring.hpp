// The waves of the wavefront algorithm. The wave of a penalty holds, for each diagonal
// (column - row) of the matrix, the furthest column that a path of that penalty reaches. A wave
// needs the ones before it as far back as the largest penalty of one difference; the ring keeps
// those and the newest.
//
// Why the furthest is enough: along a diagonal the least penalty of the cells never falls.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "alignment/penalties.hpp"
#include "alignment/simd.hpp"

namespace paje {

/// Two sequences in the direction of the waves, up to the corner that they make for. They may be
/// read (kLanePadding symbols) beyond it.
struct WaveSymbols {
  const uint32_t* a;
  const uint32_t* b;
  int32_t rows;
  int32_t columns;

  [[nodiscard]] int32_t corner_diagonal() const { return columns - rows; }
  /// The last column of the diagonal.
  [[nodiscard]] int32_t last_column(int32_t diagonal) const {
    return std::min<int32_t>(columns, rows + diagonal);
  }
};

struct DiagonalRange {
  int32_t first = 1;
  int32_t last = 0;

  [[nodiscard]] bool empty() const { return first > last; }
  [[nodiscard]] int64_t size() const { return empty() ? 0 : int64_t{last} - first + 1; }
};

/// The diagonals from which the rest of a known penalty still leads to some aim.
struct DiagonalBound {
  int64_t penalty = std::numeric_limits<int64_t>::max() / 2;
  DiagonalRange aim{0, 0};

  [[nodiscard]] DiagonalRange at(int64_t level, const Penalties& penalties,
                                 const WaveSymbols& symbols) const;
};

/// How each point of consecutive waves was reached: the last difference before it. One byte a
/// point, an AlignmentColumn.
class WaveSteps {
 public:
  explicit WaveSteps(int64_t first_level) : first_level_(first_level) {}

  void reserve(int64_t points) { steps_.reserve(static_cast<std::size_t>(points)); }
  /// Room for the steps of the next wave (and kLanePadding more, which the one after takes back).
  uint8_t* add(DiagonalRange range);
  [[nodiscard]] AlignmentColumn at(int64_t level, int32_t diagonal) const;

 private:
  struct Wave {
    int32_t first_diagonal;
    std::size_t begin;
  };
  int64_t first_level_;
  std::vector<Wave> waves_;
  std::vector<uint8_t> steps_;
  std::size_t used_ = 0;
};

class WaveRing {
 public:
  /// A column before the first, with room to add to it.
  static constexpr int32_t kUnreached = std::numeric_limits<int32_t>::min() / 2;

  /// Waves without points up to `level`.
  WaveRing(const Penalties& penalties, int64_t level);
  /// The wave of penalty 0 from the first corner.
  static WaveRing from_corner(const Penalties& penalties, const WaveSymbols& symbols);

  /// The penalty of the newest wave.
  [[nodiscard]] int64_t level() const { return level_; }
  /// The penalty of the oldest wave that is still there.
  [[nodiscard]] int64_t oldest() const { return level_ - (slots() - 1); }
  [[nodiscard]] int64_t slots() const { return static_cast<int64_t>(waves_.size()); }
  [[nodiscard]] DiagonalRange range(int64_t level) const { return wave(level).range; }
  /// All diagonals that any wave of the ring has.
  [[nodiscard]] DiagonalRange range() const;
  /// The furthest column at `level`; negative if there is none.
  [[nodiscard]] int32_t column(int64_t level, int32_t diagonal) const;
  /// The columns of a wave; [0] belongs to diagonal range(level).first.
  [[nodiscard]] const int32_t* columns(int64_t level) const {
    return cells(wave(level), range(level).first);
  }
  [[nodiscard]] int64_t bytes() const { return static_cast<int64_t>(storage_.size()) * 4; }
  /// How many points step() has computed.
  [[nodiscard]] int64_t points() const { return points_; }

  /// Adds the next wave and drops the oldest. Notes its steps, if `steps` is given.
  void step(const WaveSymbols& symbols, const DiagonalBound& bound, WaveSteps* steps = nullptr);
  void step_to(int64_t level, const WaveSymbols& symbols, const DiagonalBound& bound) {
    while (level_ < level) step(symbols, bound);
  }
  /// Puts a point into a wave of the ring.
  void put(int64_t level, int32_t diagonal, int32_t column);

 private:
  struct Wave {
    DiagonalRange range;   // where it has points, or could have
    DiagonalRange filled;  // where cells are written: unreached beyond `range`
  };

  [[nodiscard]] std::size_t slot(int64_t level) const {
    return static_cast<std::size_t>((level + slots()) % slots());
  }
  [[nodiscard]] const Wave& wave(int64_t level) const { return waves_[slot(level)]; }
  [[nodiscard]] const int32_t* cells(const Wave& wave, int32_t diagonal) const {
    return storage_.data() + (&wave - waves_.data()) * stride_ + (diagonal - first_diagonal_);
  }
  [[nodiscard]] int32_t* cells(const Wave& wave, int32_t diagonal) {
    return storage_.data() + (&wave - waves_.data()) * stride_ + (diagonal - first_diagonal_);
  }
  void make_room(DiagonalRange range);
  void fill(Wave& wave, DiagonalRange range);
  void fill_cells(const Wave& wave, int32_t first, int32_t last);

  Penalties penalties_;
  int64_t level_;
  int64_t points_ = 0;
  std::vector<Wave> waves_;
  std::vector<int32_t> storage_;  // one stretch of `stride_` cells for each wave
  int64_t stride_ = 0;
  int32_t first_diagonal_ = 0;  // of a stretch's first cell
};

}  // namespace paje
