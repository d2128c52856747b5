#include "alignment/diagonal.hpp"

#include <algorithm>

namespace paje {

namespace {

template <class Value, bool Carries>
[[gnu::always_inline]] inline void compute(const Symbol<Value>* __restrict a,
                                           const Symbol<Value>* __restrict b, std::ptrdiff_t count,
                                           const DiagonalCells<Value>& cells,
                                           const DiagonalScores<Value>& scores) {
  // In local variables, for what is stored might be any of them, for all that the compiler knows.
  const Value* __restrict const older = cells.older;
  const Value* __restrict const old = cells.old;
  Value* __restrict const now = cells.now;
  const Value* __restrict const older_places = cells.older_places;
  const Value* __restrict const old_places = cells.old_places;
  Value* __restrict const now_places = cells.now_places;
  const auto [match, mismatch, gap_score] = scores;
  for (std::ptrdiff_t first = 0; first < count; first += kDiagonalStep) {
#if !defined(__clang__)  // which has no such pragma
#pragma GCC ivdep
#endif
    for (std::ptrdiff_t i = first; i < first + kDiagonalStep; ++i) {
      const bool equal = a[i] == b[i];
      const auto pair = static_cast<Value>(older[i] + (equal ? match : mismatch));
      const Value above = old[i];
      const Value left = old[i + 1];
      const Value neighbour = std::max(above, left);
      const auto gap = static_cast<Value>(neighbour + gap_score);
      now[i] = std::max(pair, gap);
      if constexpr (Carries) {
        // Mismatch, only_a, only_b, match: the first that is best. So with equal symbols a gap has
        // to be as good only, elsewhere it has to be better.
        // All are loaded, whichever is taken: a loop with loads that depend has no vectors.
        const Value place_above = old_places[i];
        const Value place_left = old_places[i + 1];
        const Value place_before = older_places[i];
        const Value by_gap = above == neighbour ? place_above : place_left;
        const auto limit = static_cast<Value>(pair - (equal ? 1 : 0));
        now_places[i] = gap > limit ? by_gap : place_before;
      }
    }
  }
}

template <class Value, bool Carries>
void compute_anywhere(const Symbol<Value>* a, const Symbol<Value>* b, std::ptrdiff_t count,
                      const DiagonalCells<Value>& cells, const DiagonalScores<Value>& scores) {
  compute<Value, Carries>(a, b, count, cells, scores);
}

#if defined(__x86_64__)
template <class Value, bool Carries>
[[gnu::target("avx2")]] void compute_by_avx2(const Symbol<Value>* a, const Symbol<Value>* b,
                                             std::ptrdiff_t count,
                                             const DiagonalCells<Value>& cells,
                                             const DiagonalScores<Value>& scores) {
  compute<Value, Carries>(a, b, count, cells, scores);
}
#endif

}  // namespace

template <class Value, bool Carries>
DiagonalFunction<Value, Carries> portable_diagonal_function() {
  return compute_anywhere<Value, Carries>;
}

template <class Value, bool Carries>
DiagonalFunction<Value, Carries> diagonal_function() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return compute_by_avx2<Value, Carries>;
#endif
  return portable_diagonal_function<Value, Carries>();
}

template DiagonalFunction<int16_t, false> portable_diagonal_function<int16_t, false>();
template DiagonalFunction<int16_t, true> portable_diagonal_function<int16_t, true>();
template DiagonalFunction<int32_t, false> portable_diagonal_function<int32_t, false>();
template DiagonalFunction<int32_t, true> portable_diagonal_function<int32_t, true>();
template DiagonalFunction<int64_t, false> portable_diagonal_function<int64_t, false>();
template DiagonalFunction<int64_t, true> portable_diagonal_function<int64_t, true>();
template DiagonalFunction<int16_t, false> diagonal_function<int16_t, false>();
template DiagonalFunction<int16_t, true> diagonal_function<int16_t, true>();
template DiagonalFunction<int32_t, false> diagonal_function<int32_t, false>();
template DiagonalFunction<int32_t, true> diagonal_function<int32_t, true>();
template DiagonalFunction<int64_t, false> diagonal_function<int64_t, false>();
template DiagonalFunction<int64_t, true> diagonal_function<int64_t, true>();

}  // namespace paje
