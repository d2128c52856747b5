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
  /// Of roots for their last members, which `waits` leave out; by the track that comes last.
  std::vector<double> root_waits;
  double root_waited = 0;
};

Summary summarise(const Run& run, const AnalyzeOptions& options);

/// What useful work causes of the waiting: how much in all, and most of it where. The rest is what
/// calls take.
struct UsefulCauses {
  double seconds = 0;
  const Cause* first = nullptr;  ///< null without any
};
UsefulCauses useful_causes(const Run& run, const Summary& summary);
/// The track for which roots wait longest; only if they do.
uint32_t longest_awaited(const Summary& summary);
/// Whether the first cause of waiting is something else than useful work.
bool starts_with_a_call(const Run& run, const Summary& summary);

/// The value of communication with most time; kNone without any.
uint32_t longest_call(const Run& run);
/// Of the time of all containers.
double share_of_all(const Run& run, double seconds);
/// Below this a share is not worth a sentence.
inline constexpr double kLeastShare = 0.001;

/// Kinds of waits that occur, those with most time first.
std::vector<WaitKind> kinds_by_time(const Summary& summary);
/// `late sender`
std::string words_of(WaitKind kind);

}  // namespace paje::tools
