#include "alignment/wave_ring.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace paje {

namespace {

// Points that are computed before their diagonals are followed, so that they are still available.
constexpr int32_t kStretch = 1024;

// How far symbols are equal from a column on; at most to the end of the diagonal.
int32_t follow(const WaveSymbols& symbols, int32_t diagonal, int32_t column) {
  const int32_t last = symbols.last_column(diagonal);
  const uint32_t* const a = symbols.a + (column - diagonal);
  const uint32_t* const b = symbols.b + column;
  for (int32_t i = 0; column + i < last; i += 2) {
    uint64_t pair_a;
    uint64_t pair_b;
    std::memcpy(&pair_a, a + i, sizeof pair_a);
    std::memcpy(&pair_b, b + i, sizeof pair_b);
    if (pair_a == pair_b) continue;
    return std::min(last, column + i + (a[i] == b[i] ? 1 : 0));
  }
  return last;
}

void follow_all(const WaveSymbols& symbols, DiagonalRange range, int32_t* columns) {
  const uint32_t* const a = symbols.a;
  const uint32_t* const b = symbols.b;
  for (int32_t diagonal = range.first; diagonal <= range.last; ++diagonal, ++columns) {
    const int32_t column = *columns;
    if (column >= 0 && a[column - diagonal] == b[column]) {
      *columns = follow(symbols, diagonal, column);
    }
  }
}

struct WaveSources {
  const int32_t* mismatch;  // same diagonal
  const int32_t* only_a;    // the diagonal above
  const int32_t* only_b;    // the diagonal below
};

// The points of a wave before their diagonals are followed.
template <bool Notes>
void advance(const WaveSymbols& symbols, DiagonalRange range, const WaveSources& from,
             int32_t* columns, uint8_t* steps) {
  using Columns = Lanes<int32_t>;
  const Columns last_column = all_lanes(symbols.columns);
  // The last row, in columns of each diagonal.
  Columns last_row = all_lanes(range.first + symbols.rows) + Columns{0, 1, 2, 3};
  for (int32_t i = 0; i < range.size(); i += kLanes<int32_t>) {
    const Columns mismatch = load_lanes(from.mismatch + i) + 1;
    const Columns only_a = load_lanes(from.only_a + i);
    const Columns only_b = load_lanes(from.only_b + i) + 1;
    const Columns furthest = larger(mismatch, larger(only_a, only_b));
    store_lanes(columns + i, smaller(furthest, smaller(last_column, last_row)));
    last_row += kLanes<int32_t>;
    if constexpr (Notes) {
      // Mismatch, only_a, only_b: the first that gets furthest.
      static_assert(static_cast<int>(AlignmentColumn::mismatch) == 1 &&
                    static_cast<int>(AlignmentColumn::only_a) == 2 &&
                    static_cast<int>(AlignmentColumn::only_b) == 3);
      const Columns step =
          select(mismatch == furthest, all_lanes(1), all_lanes(3) + (only_a == furthest));
      using Bytes = uint8_t __attribute__((vector_size(4)));
      const Bytes bytes = __builtin_convertvector(step, Bytes);
      std::memcpy(steps + i, &bytes, sizeof bytes);
    }
  }
}

}  // namespace

DiagonalRange DiagonalBound::at(int64_t level, const Penalties& penalties,
                                const WaveSymbols& symbols) const {
  const int64_t gaps = (penalty - level) / penalties.gap;
  return {static_cast<int32_t>(std::max<int64_t>(-symbols.rows, aim.first - gaps)),
          static_cast<int32_t>(std::min<int64_t>(symbols.columns, aim.last + gaps))};
}

uint8_t* WaveSteps::add(DiagonalRange range) {
  waves_.push_back({range.first, used_});
  const std::size_t begin = used_;
  used_ += static_cast<std::size_t>(range.size());
  steps_.resize(used_ + kLanePadding);
  return steps_.data() + begin;
}

AlignmentColumn WaveSteps::at(int64_t level, int32_t diagonal) const {
  const Wave& wave = waves_[static_cast<std::size_t>(level - first_level_)];
  return static_cast<AlignmentColumn>(
      steps_[wave.begin + static_cast<std::size_t>(diagonal - wave.first_diagonal)]);
}

WaveRing::WaveRing(const Penalties& penalties, int64_t level)
    : penalties_(penalties),
      level_(level),
      waves_(static_cast<std::size_t>(penalties.larger() + 1)) {}

WaveRing WaveRing::from_corner(const Penalties& penalties, const WaveSymbols& symbols) {
  WaveRing ring(penalties, 0);
  ring.put(0, 0, follow(symbols, 0, 0));
  return ring;
}

DiagonalRange WaveRing::range() const {
  DiagonalRange all;
  for (const Wave& wave : waves_) {
    if (wave.range.empty()) continue;
    if (all.empty()) all = wave.range;
    all = {std::min(all.first, wave.range.first), std::max(all.last, wave.range.last)};
  }
  return all;
}

int32_t WaveRing::column(int64_t level, int32_t diagonal) const {
  const Wave& at = wave(level);
  if (diagonal < at.range.first || diagonal > at.range.last) return kUnreached;
  return *cells(at, diagonal);
}

void WaveRing::put(int64_t level, int32_t diagonal, int32_t column) {
  Wave& at = waves_[slot(level)];
  const DiagonalRange before = at.range;
  at.range = before.empty()
                 ? DiagonalRange{diagonal, diagonal}
                 : DiagonalRange{std::min(before.first, diagonal), std::max(before.last, diagonal)};
  make_room(at.range);
  fill(at, at.range);
  *cells(at, diagonal) = column;
}

// Gives every wave cells for `range` and a little more.
void WaveRing::make_room(DiagonalRange range) {
  int64_t first = int64_t{range.first} - 1;
  int64_t end = int64_t{range.last} + 2 + kLanePadding;
  if (stride_ != 0) {
    const int64_t old_end = first_diagonal_ + stride_;
    if (first >= first_diagonal_ && end <= old_end) return;
    const int64_t slack = stride_ / 4 + 32;
    if (first < first_diagonal_) first -= slack;
    if (end > old_end) end += slack;
    first = std::min<int64_t>(first, first_diagonal_);
    end = std::max(end, old_end);
  }
  const int64_t stride = end - first;
  std::vector<int32_t> storage(static_cast<std::size_t>(stride * slots()));
  int32_t* to = storage.data();
  for (const Wave& wave : waves_) {
    const DiagonalRange filled = wave.filled;
    if (!filled.empty()) {
      std::copy_n(cells(wave, filled.first), filled.size(), to + (filled.first - first));
    }
    to += stride;
  }
  storage_ = std::move(storage);
  stride_ = stride;
  first_diagonal_ = static_cast<int32_t>(first);
}

void WaveRing::fill_cells(const Wave& wave, int32_t first, int32_t last) {
  if (first <= last) std::fill_n(cells(wave, first), last - first + 1, kUnreached);
}

// Makes all cells of `range` readable as what they are: unreached, where nothing was written.
void WaveRing::fill(Wave& wave, DiagonalRange range) {
  if (range.empty()) return;
  if (wave.filled.empty()) {
    fill_cells(wave, range.first, range.last);
    wave.filled = range;
    return;
  }
  fill_cells(wave, range.first, wave.filled.first - 1);
  fill_cells(wave, wave.filled.last + 1, range.last);
  wave.filled = {std::min(wave.filled.first, range.first), std::max(wave.filled.last, range.last)};
}

void WaveRing::step(const WaveSymbols& symbols, const DiagonalBound& bound, WaveSteps* steps) {
  ++level_;
  Wave& now = waves_[slot(level_)];
  Wave& across = waves_[slot(level_ - penalties_.mismatch)];
  Wave& aside = waves_[slot(level_ - penalties_.gap)];
  DiagonalRange range = across.range;
  if (!aside.range.empty()) {
    const DiagonalRange wider{aside.range.first - 1, aside.range.last + 1};
    range = range.empty() ? wider
                          : DiagonalRange{std::min(range.first, wider.first),
                                          std::max(range.last, wider.last)};
  }
  if (!range.empty()) {
    const DiagonalRange useful = bound.at(level_, penalties_, symbols);
    range = {std::max(range.first, useful.first), std::min(range.last, useful.last)};
  }
  now.range = range.empty() ? DiagonalRange{} : range;
  now.filled = DiagonalRange{};
  uint8_t* noted = steps == nullptr ? nullptr : steps->add(now.range);
  if (now.range.empty()) return;
  make_room(range);
  fill(across, range);
  fill(aside, {range.first - 1, range.last + 1});
  now.filled = range;
  points_ += range.size();
  for (int32_t first = range.first; first <= range.last; first += kStretch) {
    const DiagonalRange part{first, std::min(range.last, first + kStretch - 1)};
    const WaveSources from{cells(across, first), cells(aside, first + 1), cells(aside, first - 1)};
    int32_t* const columns = cells(now, first);
    if (noted == nullptr) {
      advance<false>(symbols, part, from, columns, nullptr);
    } else {
      advance<true>(symbols, part, from, columns, noted + (first - range.first));
    }
    follow_all(symbols, part, columns);
  }
}

}  // namespace paje
