// The alignment of states with one parent: by name; among equals, so that most subtrees are equal.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "comparison/track_tree.hpp"

namespace paje {

/// Rows of siblings.
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

/// What alignments of siblings are made of; here to be used again.
struct SiblingScratch {
  std::vector<uint32_t> symbols_a, symbols_b;
};

/// Two siblings that changed places, by their order among the siblings of each run: the first in A
/// is the second in B.
struct SiblingSwap {
  std::size_t first_in_a = 0, second_in_a = 0;
  std::size_t first_in_b = 0, second_in_b = 0;
  AlignmentColumn kind = AlignmentColumn::only_a;  ///< what it begins with in the alignment
};

struct SiblingAlignment {
  std::vector<AlignmentRun> runs;
  std::vector<SiblingSwap> swaps;  ///< in order
  std::vector<std::size_t> fixed;  ///< runs that are gaps of swaps
};

/// Finds swaps of equal subtrees: a state without partner, then another one that has, then the
/// first without partner in the other run; or two unequal pairs with each other's states, and
/// matches between. Gaps that could as well are nearer to one another are moved. O(n + m).
SiblingAlignment find_swaps(const Siblings& a, const Siblings& b, bool ends_free,
                            const std::vector<AlignmentRun>& runs);

/// Of the alignments with the best score, one that pairs most equal subtrees: exactly where the
/// lists are short (n * m up to some millions), else by moving the gaps of the canonical one. Where
/// placement says so, gaps then move to where durations differ least. If A and B are exchanged, so
/// are the columns.
SiblingAlignment align_siblings(const Siblings& a, const Siblings& b,
                                const AlignmentOptions& options, GapPlacement placement,
                                SiblingScratch& scratch, ThreadPool& parallel);

/// Moves each run of gaps between matches to the best of the places that score the same: first by
/// the number of pairs of equal subtrees, then, if asked to, by how little durations differ, then
/// the last. With free ends, gaps at the ends stay, and those of swaps always do. O(n + m).
void place_gaps(const Siblings& a, const Siblings& b, bool by_durations, bool ends_free,
                SiblingAlignment& alignment);

/// The exact way, O(n * m) time and bytes, for problems in which free ends are settled.
std::vector<AlignmentRun> align_by_subtrees(const Siblings& a, const Siblings& b, std::size_t first,
                                            std::size_t last_a, std::size_t last_b,
                                            const AlignmentScores& scores);

}  // namespace paje
