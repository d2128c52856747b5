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
  double idle = 0;  ///< in pieces that are idle or waiting, less the waits that were found there
  std::array<double, kWaitKinds> waited_by_kind{};
};

Summary summarise(const Run& run, const AnalyzeOptions& options);

/// What useful work causes of the waiting: how much in all, and most of it where. The rest is what
/// calls take.
struct UsefulCauses {
  double seconds = 0;
  const Cause* first = nullptr;  ///< null without any
};
UsefulCauses useful_causes(const Run& run, const Summary& summary);
/// Whether the first cause of waiting is something else than useful work.
bool starts_with_a_call(const Run& run, const Summary& summary);

/// Of the time of all containers.
double share_of_all(const Run& run, double seconds);
/// Below this a share is not worth a sentence.
inline constexpr double kLeastShare = 0.001;

/// Kinds of waits that occur, those with most time first.
std::vector<WaitKind> kinds_by_time(const Summary& summary);
/// `late sender`
std::string words_of(WaitKind kind);

}  // namespace paje::tools
