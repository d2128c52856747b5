#include "comparison/sibling_alignment.hpp"

#include "alignment/alignment_runs.hpp"
#include "alignment/methods.hpp"

namespace paje {

namespace {

// Up to this number of cells, the whole matrix is computed.
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

bool comes_first(const Siblings& a, const Siblings& b, std::size_t first, std::size_t last_a,
                 std::size_t last_b) {
  if (last_a != last_b) return last_a < last_b;
  for (std::size_t i = first; i < last_a; ++i) {
    if (a.hash(i) != b.hash(i)) return a.hash(i) < b.hash(i);
  }
  return true;
}

AlignmentColumn exchanged(AlignmentColumn column) {
  switch (column) {
    case AlignmentColumn::only_a:
      return AlignmentColumn::only_b;
    case AlignmentColumn::only_b:
      return AlignmentColumn::only_a;
    default:
      return column;
  }
}

// The range without common prefix and suffix.
struct Core {
  std::size_t first, last_a, last_b;
};

std::vector<AlignmentRun> align_core(const Siblings& a, const Siblings& b, const Core& core,
                                     const AlignmentOptions& options, SiblingScratch& scratch,
                                     ThreadPool& parallel) {
  const auto [first, last_a, last_b] = core;
  const std::size_t cells = (last_a - first + 1) * (last_b - first + 1);
  const bool by_subtrees = !options.ends_free && last_a != first && last_b != first &&
                           cells <= kMostCells &&
                           (has_subtrees(a, first, last_a) || has_subtrees(b, first, last_b));
  if (by_subtrees) return align_by_subtrees(a, b, first, last_a, last_b, options.scores);
  return align(symbols_of(a, first, last_a, scratch.symbols_a),
               symbols_of(b, first, last_b, scratch.symbols_b), options, parallel)
      .runs;
}

}  // namespace

SiblingAlignment align_siblings(const Siblings& a, const Siblings& b,
                                const AlignmentOptions& options, GapPlacement placement,
                                SiblingScratch& scratch, ThreadPool& parallel) {
  Core core{0, a.size(), b.size()};
  auto& [first, last_a, last_b] = core;
  if (!options.ends_free) {
    // Some best alignment pairs equal subtrees at the ends: leaving one alone, or pairing it with
    // another, gains nothing that this pairing does not.
    while (first < last_a && first < last_b && a.hash(first) == b.hash(first)) ++first;
    while (last_a > first && last_b > first && a.hash(last_a - 1) == b.hash(last_b - 1)) {
      --last_a;
      --last_b;
    }
  }
  AlignmentRuns runs;
  runs.append(AlignmentColumn::match, first);
  // Of equally good alignments, the rule of paje/alignment.hpp chooses by side. So the content
  // decides which run is the first side, and exchanging the runs changes nothing.
  const bool as_named = comes_first(a, b, first, last_a, last_b);
  const std::vector<AlignmentRun> found =
      as_named ? align_core(a, b, core, options, scratch, parallel)
               : align_core(b, a, {first, last_b, last_a}, options, scratch, parallel);
  for (const AlignmentRun& run : found) {
    runs.append(as_named ? run.column : exchanged(run.column), run.length);
  }
  runs.append(AlignmentColumn::match, a.size() - last_a);
  SiblingAlignment all = find_swaps(a, b, options.ends_free, runs.release());
  if (all.runs.size() <= 1) return all;
  // A gap with a positive score must not reach a free end.
  if (!(options.ends_free && options.scores.gap > 0)) {
    place_gaps(a, b, placement == GapPlacement::durations, options.ends_free, all);
  }
  return all;
}

}  // namespace paje
