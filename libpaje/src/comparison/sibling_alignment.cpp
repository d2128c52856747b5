#include "comparison/sibling_alignment.hpp"

#include "alignment/alignment_runs.hpp"
#include "alignment/methods.hpp"

namespace paje {

namespace {

// Up to so many cells the whole matrix is made.
constexpr std::size_t kMostCells = std::size_t{1} << 22U;

bool has_subtrees(const Siblings& siblings, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (siblings.tree.has_children(siblings.rows[i])) return true;
  }
  return false;
}

std::span<const uint32_t> symbols_of(const Siblings& siblings, std::size_t first, std::size_t last,
                                     std::vector<uint32_t>& into) {
  into.clear();
  for (std::size_t i = first; i < last; ++i) into.push_back(siblings.symbol(i));
  return into;
}

}  // namespace

std::vector<AlignmentRun> align_siblings(const Siblings& a, const Siblings& b,
                                         const AlignmentOptions& options, GapPlacement placement,
                                         SiblingScratch& scratch, ThreadPool& parallel) {
  std::size_t first = 0;
  std::size_t last_a = a.size();
  std::size_t last_b = b.size();
  if (!options.ends_free) {
    // Equal subtrees at the ends are paired in some best alignment: leaving one alone, or pairing
    // it with another, gains nothing that this pairing would not.
    while (first < last_a && first < last_b && a.hash(first) == b.hash(first)) ++first;
    while (last_a > first && last_b > first && a.hash(last_a - 1) == b.hash(last_b - 1)) {
      --last_a;
      --last_b;
    }
  }
  AlignmentRuns runs;
  runs.append(AlignmentColumn::match, first);
  const std::size_t cells = (last_a - first + 1) * (last_b - first + 1);
  const bool by_subtrees = !options.ends_free && last_a != first && last_b != first &&
                           cells <= kMostCells &&
                           (has_subtrees(a, first, last_a) || has_subtrees(b, first, last_b));
  const std::vector<AlignmentRun> core =
      by_subtrees ? align_by_subtrees(a, b, first, last_a, last_b, options.scores)
                  : align(symbols_of(a, first, last_a, scratch.symbols_a),
                          symbols_of(b, first, last_b, scratch.symbols_b), options, parallel)
                        .runs;
  for (const AlignmentRun& run : core) runs.append(run.column, run.length);
  runs.append(AlignmentColumn::match, a.size() - last_a);
  std::vector<AlignmentRun> all = runs.take();
  // A gap that scores more than nothing must not reach a free end.
  if (all.size() > 1 && !(options.ends_free && options.scores.gap > 0)) {
    place_gaps(a, b, placement == GapPlacement::durations, options.ends_free, all);
  }
  return all;
}

}  // namespace paje
