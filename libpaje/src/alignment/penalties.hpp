// Scores of a global alignment as penalties. Each column but a gap takes a symbol of both
// sequences, so with lengths n and m
//
//   2 * score = match * (n + m) - 2 * (match - mismatch) * mismatches - (match - 2 * gap) * gaps
//
// and the best score has the least penalty: matches cost nothing, mismatches and gaps something.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "paje/alignment.hpp"

namespace paje {

struct Penalties {
  int64_t mismatch;
  int64_t gap;

  /// In the smallest whole numbers; both are positive if the scores are allowed.
  explicit Penalties(const AlignmentScores& scores)
      : mismatch(2 * (int64_t{scores.match} - scores.mismatch)),
        gap(int64_t{scores.match} - 2 * int64_t{scores.gap}) {
    const int64_t unit = std::gcd(mismatch, gap);
    mismatch /= unit;
    gap /= unit;
  }

  [[nodiscard]] int64_t larger() const { return std::max(mismatch, gap); }
};

}  // namespace paje
