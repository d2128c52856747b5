// What is common to all methods of alignment: scores are checked, common ends paired off, the
// method chosen, the score counted.
#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "alignment/methods.hpp"

namespace paje {

namespace {

// Offsets and their sums stay in 32 bits with room for what kernels add to unreached ones.
constexpr std::size_t kLengthLimit = std::size_t{1} << 29;
// Below this many cells the whole matrix is the fastest way.
constexpr std::size_t kSmallMatrix = 1 << 12;

void check(std::span<const uint32_t> a, std::span<const uint32_t> b,
           const AlignmentScores& scores) {
  if (scores.match <= scores.mismatch) {
    throw std::invalid_argument("The score of a match must be higher than that of a mismatch");
  }
  if (int64_t{scores.match} <= 2 * int64_t{scores.gap}) {
    throw std::invalid_argument("The score of a match must be higher than that of two gaps");
  }
  if (a.size() >= kLengthLimit || b.size() >= kLengthLimit) {
    throw std::length_error("Sequences of 2^29 symbols or more cannot be aligned");
  }
}

void align_core(const AlignmentProblem& problem, AlignmentMethod method, ThreadPool& parallel,
                AlignmentRuns& runs) {
  const MatrixBlock all{0, 0, problem.a.size(), problem.b.size()};
  const bool small = method == AlignmentMethod::wavefront && all.cells() <= kSmallMatrix;
  if (method == AlignmentMethod::nw || small) {
    align_by_nw(problem, all, runs);
  } else if (method == AlignmentMethod::hirschberg || problem.ends_free) {
    align_by_hirschberg(problem, parallel, runs);
  } else {
    align_by_wavefront(problem, parallel, runs);
  }
}

// Pairing the common ends off keeps the best score: an alignment that does otherwise with, say, the
// first symbols leaves as many symbols alone as one that pairs them, or more.
struct CommonEnds {
  std::size_t prefix;
  std::size_t suffix;

  CommonEnds(std::span<const uint32_t> a, std::span<const uint32_t> b)
      : prefix(common(a.begin(), a.end(), b.begin(), b.end())),
        suffix(common(a.rbegin(), std::prev(a.rend(), static_cast<std::ptrdiff_t>(prefix)),
                      b.rbegin(), std::prev(b.rend(), static_cast<std::ptrdiff_t>(prefix)))) {}

 private:
  template <class Iterator>
  static std::size_t common(Iterator a, Iterator a_end, Iterator b, Iterator b_end) {
    return static_cast<std::size_t>(std::mismatch(a, a_end, b, b_end).first - a);
  }
};

// `threads` is asked for threads only if there is a core to align.
template <class Threads>
Alignment align_with(std::span<const uint32_t> a, std::span<const uint32_t> b,
                     const AlignmentOptions& options, Threads&& threads) {
  check(a, b, options.scores);
  AlignmentRuns runs;
  AlignmentProblem core{a, b, options.scores, options.ends_free,
                        options.check ? &options.check : nullptr};
  std::size_t suffix = 0;
  if (!options.ends_free) {
    const CommonEnds ends(a, b);
    runs.append(AlignmentColumn::match, ends.prefix);
    suffix = ends.suffix;
    core.a = a.subspan(ends.prefix, a.size() - ends.prefix - suffix);
    core.b = b.subspan(ends.prefix, b.size() - ends.prefix - suffix);
  }
  if (core.a.empty() || core.b.empty()) {
    runs.append(AlignmentColumn::only_a, core.a.size());
    runs.append(AlignmentColumn::only_b, core.b.size());
  } else {
    align_core(core, options.method, threads(), runs);
  }
  runs.append(AlignmentColumn::match, suffix);
  Alignment alignment;
  alignment.runs = runs.release();
  alignment.score = score_of(alignment.runs, options.scores, options.ends_free);
  return alignment;
}

}  // namespace

Alignment align(std::span<const uint32_t> a, std::span<const uint32_t> b,
                const AlignmentOptions& options, ThreadPool& parallel) {
  return align_with(a, b, options, [&]() -> ThreadPool& { return parallel; });
}

Alignment align(std::span<const uint32_t> a, std::span<const uint32_t> b,
                const AlignmentOptions& options) {
  std::optional<ThreadPool> parallel;
  return align_with(a, b, options,
                    [&]() -> ThreadPool& { return parallel.emplace(options.threads); });
}

int64_t score_of(std::span<const AlignmentRun> runs, const AlignmentScores& scores,
                 bool ends_free) {
  using enum AlignmentColumn;
  const auto in_a = [](const AlignmentRun& run) { return run.column == only_b ? 0 : run.length; };
  const auto in_b = [](const AlignmentRun& run) { return run.column == only_a ? 0 : run.length; };
  uint64_t symbols_a = 0;
  uint64_t symbols_b = 0;
  for (const AlignmentRun& run : runs) {
    symbols_a += in_a(run);
    symbols_b += in_b(run);
  }
  int64_t score = 0;
  uint64_t row = 0;
  uint64_t column = 0;
  for (const AlignmentRun& run : runs) {
    const bool at_end =
        run.column == only_a ? column == 0 || column == symbols_b : row == 0 || row == symbols_a;
    const int64_t gap = ends_free && at_end ? 0 : scores.gap;
    const int64_t each = run.column == match      ? scores.match
                         : run.column == mismatch ? scores.mismatch
                                                  : gap;
    score += each * static_cast<int64_t>(run.length);
    row += in_a(run);
    column += in_b(run);
  }
  return score;
}

}  // namespace paje
