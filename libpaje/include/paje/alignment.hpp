// Global and ends-free alignment of two sequences of symbols, used to pair the states of two
// traces. Three methods give the same result. Of equally good alignments, a rule that is
// independent of method and threads chooses one:
//
//   1. The longest common prefix is paired, then the longest common suffix of the rest. With free
//      ends this step is skipped, because it could lose score.
//   2. The rest is traced back from the end. At each step, if a best alignment of the symbols up
//      to there can end with a difference, it does (the first possible one of mismatch, only_a,
//      only_b); otherwise it ends with a match.
//
// So, read forwards, matches come as early as possible and differences as late as possible.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The score of each column. Requires match > mismatch and match > 2 * gap: otherwise unequal
/// pairs, or two gaps, would be as good as a pair of equal symbols.
struct AlignmentScores {
  int32_t match = 2;
  int32_t mismatch = -1;
  int32_t gap = -1;  ///< for each symbol without a partner
};

/// How to find a best alignment; the result is the same. The costs use the lengths n and m and the
/// penalty s: the score that the best alignment loses against matching all symbols, in units of the
/// greatest common divisor of the loss of a mismatch and of a gap (3 and 2 units with the default
/// scores).
enum class AlignmentMethod : uint8_t {
  /// Needleman and Wunsch (1970): fills the whole matrix, n*m time and bytes. For short sequences,
  /// and as a reference for the others.
  nw,
  /// Divide and conquer after Hirschberg (1975): 2*n*m time, n+m memory, however different the
  /// sequences are.
  hirschberg,
  /// Furthest-reaching points from both ends, after Marco-Sola et al. (2021, 2023). At most (n + m)
  /// * s time, usually n + m + s*s; n + m + s memory plus some 50 MB. Best for similar sequences.
  /// Switches to hirschberg if that is cheaper (judged by lengths and work done, never by elapsed
  /// time), if a mismatch or gap loses more than 1024 units, and with free ends, for which no
  /// penalty is defined.
  wavefront,
};

struct AlignmentOptions {
  AlignmentScores scores;
  bool ends_free = false;  ///< gaps before the first and after the last pair score nothing
  AlignmentMethod method = AlignmentMethod::wavefront;
  unsigned threads = 0;  ///< as ReadOptions::threads; the result does not depend on it
  /// If set, called now and then, on any thread. An exception from it ends the alignment and is
  /// rethrown, so users can cancel.
  std::function<void()> check;
};

enum class AlignmentColumn : uint8_t {
  match,     ///< a symbol of A next to an equal one of B
  mismatch,  ///< a symbol of A next to a different one of B
  only_a,    ///< a symbol of A next to a gap
  only_b,    ///< a symbol of B next to a gap
};

/// Consecutive columns of the same kind.
struct AlignmentRun {
  AlignmentColumn column;
  uint64_t length;

  friend bool operator==(const AlignmentRun&, const AlignmentRun&) = default;
};

struct Alignment {
  int64_t score = 0;
  /// In order of the sequences. No run is empty, and neighbours differ in kind.
  std::vector<AlignmentRun> runs;

  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// The best alignment of `a` and `b`, chosen by the rule at the top of this file. For costs see
/// AlignmentMethod; equal sequences cost n. Throws std::invalid_argument for scores that violate
/// AlignmentScores, and std::length_error for sequences of 2^29 symbols or more.
PAJE_EXPORT Alignment align(std::span<const uint32_t> a, std::span<const uint32_t> b,
                            const AlignmentOptions& options = {});

/// The score of an alignment, computed from its runs alone in O(runs). With free ends, a gap before
/// the first or after the last symbol of the other sequence costs nothing.
PAJE_EXPORT int64_t score_of(std::span<const AlignmentRun> runs, const AlignmentScores& scores,
                             bool ends_free);

}  // namespace paje
