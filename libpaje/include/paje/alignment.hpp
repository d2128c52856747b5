// Global and ends-free alignment of two sequences of symbols: what pairs the states of one trace
// with those of another. Three methods give one result. Of equally good alignments one is chosen
// by a rule that knows neither the method nor the threads:
//
//   1. The longest common prefix is paired, then the longest common suffix of the rest. With free
//      ends this step is left out, for it could lose score there.
//   2. What lies between is read backwards from the end. Wherever a difference (one of mismatch,
//      only_a, only_b, the first of them that can) ends a best alignment of the symbols so far, it
//      does; else a match does.
//
// Read forwards: matches come as early as they can, differences as late as they can.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// What one column of an alignment is worth. Needs match > mismatch and match > 2 * gap: otherwise
/// unequal pairs, or two gaps, would be as good as a pair of equal symbols.
struct AlignmentScores {
  int32_t match = 2;
  int32_t mismatch = -1;
  int32_t gap = -1;  ///< for each symbol without a partner
};

/// How a best alignment is found; the result is the same. With lengths n and m and the penalty s:
/// what the best alignment loses against symbols all matched, in units of the greatest common
/// divisor of what a mismatch and a gap lose (3 a mismatch and 2 a gap with the default scores).
enum class AlignmentMethod : uint8_t {
  /// Needleman and Wunsch (1970): the whole matrix, n*m time and bytes. For short sequences and as
  /// the reference of the others.
  nw,
  /// Divide and conquer after Hirschberg (1975): 2*n*m time, n+m memory, however different the
  /// sequences are.
  hirschberg,
  /// Furthest-reaching points from both ends, after Marco-Sola et al. (2021, 2023): (n + m) * s
  /// time at most, n + m + s*s usually, and n + m + s memory besides some 50 MB; so best for
  /// similar sequences. Goes over to hirschberg where that is cheaper (by lengths and work done,
  /// never by time), where a mismatch or a gap loses more than 1024 units, and with free ends,
  /// which have no penalty.
  wavefront,
};

struct AlignmentOptions {
  AlignmentScores scores;
  bool ends_free = false;  ///< gaps before the first and after the last pair score nothing
  AlignmentMethod method = AlignmentMethod::wavefront;
  unsigned threads = 0;  ///< as ReadOptions::threads; the result does not depend on it
  /// Called every now and then, on any thread, if set: what it throws ends the work and is thrown
  /// again. So a user may give up.
  std::function<void()> check;
};

enum class AlignmentColumn : uint8_t {
  match,     ///< a symbol of A next to an equal one of B
  mismatch,  ///< a symbol of A next to a different one of B
  only_a,    ///< a symbol of A next to a gap
  only_b,    ///< a symbol of B next to a gap
};

/// Some columns of one kind in a row.
struct AlignmentRun {
  AlignmentColumn column;
  uint64_t length;

  friend bool operator==(const AlignmentRun&, const AlignmentRun&) = default;
};

struct Alignment {
  int64_t score = 0;
  /// From the first symbols to the last; none is empty, neighbours differ in kind.
  std::vector<AlignmentRun> runs;

  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// The best alignment of `a` and `b`, chosen among its equals as this file says. Costs what
/// AlignmentMethod says; equal sequences cost n. Throws std::invalid_argument for scores that
/// AlignmentScores does not allow and std::length_error for sequences of 2^29 symbols or more.
PAJE_EXPORT Alignment align(std::span<const uint32_t> a, std::span<const uint32_t> b,
                            const AlignmentOptions& options = {});

/// The score of an alignment, from its runs alone; time is their number. With free ends a gap is
/// free if it lies before the first or after the last symbol of the other sequence.
PAJE_EXPORT int64_t score_of(std::span<const AlignmentRun> runs, const AlignmentScores& scores,
                             bool ends_free);

}  // namespace paje
