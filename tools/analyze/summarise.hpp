// What is said first of a run: the answers of all analyses.
#pragma once

#include <array>
#include <vector>

#include "analyze/path_sums.hpp"
#include "analyze/run.hpp"
#include "paje/iterations.hpp"

namespace paje::tools {

struct Summary {
  ReplayCheck check;
  Efficiencies efficiency;
  std::vector<Wait> waits;
  std::vector<Cause> causes;
  std::vector<PathPiece> path_pieces;
  PathSums path;
  Iterations iterations;
  double waited = 0;
  std::array<double, kWaitKinds> waited_by_kind{};
};

Summary summarise(const Run& run, const AnalyzeOptions& options);

/// Kinds of waits that occur, those with most time first.
std::vector<WaitKind> kinds_by_time(const Summary& summary);
/// `late sender`
std::string words_of(WaitKind kind);

}  // namespace paje::tools
