// The alignment of states with one parent: by name; among equals, so that most subtrees are equal.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "comparison/flow_tree.hpp"

namespace paje {

/// Rows of siblings.
struct Siblings {
  const FlowTree& tree;
  std::vector<uint32_t> rows;

  void collect(uint32_t first, uint32_t last) {
    rows.clear();
    for (uint32_t row = first; row < last; row = tree.next[row]) rows.push_back(row);
  }
  [[nodiscard]] std::size_t size() const { return rows.size(); }
  [[nodiscard]] uint32_t symbol(std::size_t i) const { return tree.symbol[rows[i]]; }
  [[nodiscard]] uint64_t hash(std::size_t i) const { return tree.hash[rows[i]]; }
  [[nodiscard]] double duration(std::size_t i) const { return tree.duration(rows[i]); }
};

/// What alignments of siblings are made of; here to be used again.
struct SiblingScratch {
  std::vector<uint32_t> symbols_a, symbols_b;
};

/// Of the alignments with the best score, one that pairs most equal subtrees: exactly where the
/// lists are short (n * m up to some millions), else by moving the gaps of the canonical one. Where
/// placement says so, gaps then move to where durations differ least.
std::vector<AlignmentRun> align_siblings(const Siblings& a, const Siblings& b,
                                         const AlignmentOptions& options, GapPlacement placement,
                                         SiblingScratch& scratch, ThreadPool& parallel);

/// Moves each run of gaps between matches to the best of the places that score the same: first by
/// the number of pairs of equal subtrees, then, if told so, by how little durations differ, then
/// the last. With free ends, gaps at the ends stay. O(n + m).
void place_gaps(const Siblings& a, const Siblings& b, bool by_durations, bool ends_free,
                std::vector<AlignmentRun>& runs);

/// The exact way, O(n * m) time and bytes, for problems in which free ends are settled.
std::vector<AlignmentRun> align_by_subtrees(const Siblings& a, const Siblings& b, std::size_t first,
                                            std::size_t last_a, std::size_t last_b,
                                            const AlignmentScores& scores);

}  // namespace paje
