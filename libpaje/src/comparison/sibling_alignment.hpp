// Aligns states with the same parent: by name, and then to pair as many equal subtrees as possible.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "comparison/track_tree.hpp"

namespace paje {

/// The rows of siblings.
struct Siblings {
  const TrackTree& tree;
  std::vector<uint32_t> rows;

  void collect(uint32_t first, uint32_t last) {
    rows.clear();
    for (uint32_t row = first; row < last; row = tree.next[row]) rows.push_back(row);
  }
  [[nodiscard]] std::size_t size() const { return rows.size(); }
  [[nodiscard]] uint32_t symbol(std::size_t i) const { return tree.symbol[rows[i]]; }
  [[nodiscard]] uint64_t hash(std::size_t i) const { return tree.hash[rows[i]]; }
  [[nodiscard]] uint64_t hash_below(std::size_t i) const { return tree.hash_below[rows[i]]; }
  [[nodiscard]] double duration(std::size_t i) const { return tree.duration(rows[i]); }
};

/// Memory for alignments of siblings, which is reused.
struct SiblingScratch {
  std::vector<uint32_t> symbols_a, symbols_b;
};

/// Two siblings that changed places, by their index among the siblings of each run: the first in A
/// is the second in B.
struct SiblingSwap {
  std::size_t first_in_a = 0, second_in_a = 0;
  std::size_t first_in_b = 0, second_in_b = 0;
  AlignmentColumn kind = AlignmentColumn::only_a;  ///< kind of its first column
};

struct SiblingAlignment {
  std::vector<AlignmentRun> runs;
  std::vector<SiblingSwap> swaps;  ///< in order
  std::vector<std::size_t> fixed;  ///< indices of runs that are gaps of swaps
};

/// Finds swaps of equal subtrees. Either a state without partner is followed by a pair, and then by
/// the same state without partner in the other run; or two unequal pairs have each other's states,
/// with matches between them. Moves gaps closer together if that keeps the score. O(n + m).
SiblingAlignment find_swaps(const Siblings& a, const Siblings& b, bool ends_free,
                            const std::vector<AlignmentRun>& runs);

/// Of the alignments with the best score, one that pairs the most equal subtrees: exactly for short
/// lists (n * m up to some millions), otherwise by moving the gaps of the canonical one. If
/// `placement` says so, gaps then move to where durations differ least. Exchanging A and B
/// exchanges the columns.
SiblingAlignment align_siblings(const Siblings& a, const Siblings& b,
                                const AlignmentOptions& options, GapPlacement placement,
                                SiblingScratch& scratch, ThreadPool& parallel);

/// Moves each run of gaps between matches to the best place with the same score: by the number of
/// equal subtrees, then, with `by_durations`, by the difference of durations, then the last. Gaps
/// at free ends, and those of swaps, stay. O(n + m).
void place_gaps(const Siblings& a, const Siblings& b, bool by_durations, bool ends_free,
                SiblingAlignment& alignment);

/// The exact algorithm, O(n * m) time and bytes, without free ends.
std::vector<AlignmentRun> align_by_subtrees(const Siblings& a, const Siblings& b, std::size_t first,
                                            std::size_t last_a, std::size_t last_b,
                                            const AlignmentScores& scores);

}  // namespace paje
