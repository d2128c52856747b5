// Fills the whole matrix of triples (score by name, pairs of equal subtrees, pairs of unequal
// states with equal subtrees below), and maximises them lexicographically.
#include <algorithm>

#include "alignment/alignment_runs.hpp"
#include "comparison/sibling_alignment.hpp"

namespace paje {

namespace {

// A triple is one number. Numbers of pairs are below kSubtreeUnit, as matrices have at most 2^22
// cells.
constexpr int64_t kSubtreeUnit = int64_t{1} << 12U;
constexpr int64_t kScoreUnit = int64_t{1} << 23U;

enum Step : uint8_t { kMatch, kMismatch, kOnlyA, kOnlyB };

// The rule of paje/alignment.hpp for equally good steps.
uint8_t last_step(bool equal, int64_t best, int64_t pair, int64_t only_a, int64_t only_b) {
  if (!equal && best == pair) return kMismatch;
  if (best == only_a) return kOnlyA;
  return best == only_b ? kOnlyB : kMatch;
}

// The last step to each cell, row by row.
std::vector<uint8_t> find_steps(const Siblings& a, const Siblings& b, std::size_t first,
                                std::size_t n, std::size_t m, const AlignmentScores& scores) {
  const int64_t gap = scores.gap * kScoreUnit;
  std::vector<uint8_t> steps((n + 1) * (m + 1));
  std::vector<int64_t> row(m + 1);
  for (std::size_t j = 0; j <= m; ++j) {
    row[j] = gap * static_cast<int64_t>(j);
    steps[j] = kOnlyB;
  }
  for (std::size_t i = 1; i <= n; ++i) {
    int64_t diagonal = row[0];
    row[0] += gap;
    uint8_t* const step = steps.data() + i * (m + 1);
    step[0] = kOnlyA;
    const uint32_t symbol = a.symbol(first + i - 1);
    const uint64_t hash = a.hash(first + i - 1);
    const uint64_t below = a.hash_below(first + i - 1);
    for (std::size_t j = 1; j <= m; ++j) {
      const bool equal = symbol == b.symbol(first + j - 1);
      const int64_t pair = diagonal + (equal ? scores.match : scores.mismatch) * kScoreUnit +
                           (hash == b.hash(first + j - 1) ? kSubtreeUnit
                            : below != 0 && below == b.hash_below(first + j - 1) && !equal ? 1
                                                                                           : 0);
      const int64_t only_a = row[j] + gap;
      const int64_t only_b = row[j - 1] + gap;
      const int64_t best = std::max({pair, only_a, only_b});
      diagonal = row[j];
      row[j] = best;
      step[j] = last_step(equal, best, pair, only_a, only_b);
    }
  }
  return steps;
}

// Follows the steps back from the last cell.
std::vector<AlignmentRun> follow_steps(const std::vector<uint8_t>& steps, std::size_t n,
                                       std::size_t m) {
  std::vector<AlignmentColumn> backwards;
  for (std::size_t i = n, j = m; i > 0 || j > 0;) {
    const auto step = static_cast<AlignmentColumn>(steps[i * (m + 1) + j]);
    backwards.push_back(step);
    if (step != AlignmentColumn::only_b) --i;
    if (step != AlignmentColumn::only_a) --j;
  }
  AlignmentRuns runs;
  for (auto column = backwards.rbegin(); column != backwards.rend(); ++column) {
    runs.append(*column, 1);
  }
  return runs.release();
}

}  // namespace

std::vector<AlignmentRun> align_by_subtrees(const Siblings& a, const Siblings& b, std::size_t first,
                                            std::size_t last_a, std::size_t last_b,
                                            const AlignmentScores& scores) {
  const std::size_t n = last_a - first;
  const std::size_t m = last_b - first;
  return follow_steps(find_steps(a, b, first, n, m, scores), n, m);
}

}  // namespace paje
