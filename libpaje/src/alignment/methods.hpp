// The methods of align(). Each appends the columns of the one best path that the rule of
// paje/alignment.hpp chooses.
#pragma once

#include "alignment/alignment_problem.hpp"
#include "alignment/alignment_runs.hpp"
#include "base/thread_pool.hpp"

namespace paje {

/// align() for callers that hold threads already, such as one that aligns many pairs. Uses
/// `parallel` and leaves options.threads alone.
Alignment align(std::span<const uint32_t> a, std::span<const uint32_t> b,
                const AlignmentOptions& options, ThreadPool& parallel);

/// The path through `block` by its whole matrix; one byte for each cell.
void align_by_nw(const AlignmentProblem& problem, const MatrixBlock& block, AlignmentRuns& runs);

void align_by_hirschberg(const AlignmentProblem& problem, ThreadPool& parallel,
                         AlignmentRuns& runs);

/// When align_by_wavefront() does what; no limit changes a result.
struct WavefrontLimits {
  /// Steps that are kept for a way back, one byte each; more are split into two parts.
  int64_t steps = int64_t{48} << 20;
  /// Bytes of a ring of waves from which on the dense method is the better one.
  int64_t ring_bytes = int64_t{24} << 20;
  /// Points of waves for each cell of the matrix from which on it is, too.
  double points_per_cell = 0.06;
};

/// For sequences that are not empty and global alignment.
void align_by_wavefront(const AlignmentProblem& problem, ThreadPool& parallel, AlignmentRuns& runs,
                        const WavefrontLimits& limits = {});

}  // namespace paje
