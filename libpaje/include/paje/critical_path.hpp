// The chain of pieces that determines the length of a run, the slack of all other pieces, and how
// well a replay of the graph reproduces the run. After Böhme, Wolf, de Supinski, Schulz and Geimer,
// "Scalable critical-path based performance analysis" (IPDPS 2012), and the efficiencies of the POP
// project.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// A piece on the critical path, or the part of it from `start` to `end`.
struct PathPiece {
  static constexpr uint32_t kBefore =
      UINT32_MAX - 1;  ///< as Cause::kBefore: the time before a track's first state
  uint32_t track = 0;
  uint32_t value = 0;  ///< index of a value of the graph, or kBefore
  double start = 0;
  double end = 0;
};

/// Walks back from the last end of the run. The pieces are contiguous in time, so they add up to
/// the length of the run; the earliest comes first. O(length of the path * log(messages)).
PAJE_EXPORT std::vector<PathPiece> critical_path(const DependencyGraph& graph);

/// How a replay of the graph compares with the trace.
struct ReplayCheck {
  double length = 0;                   ///< of the run, replayed with all costs as measured
  uint64_t ends_before_start = 0;      ///< messages that end before their send, or posted receive
  uint64_t left_before_last_came = 0;  ///< collective calls that end before the last starts
  double violation = 0;                ///< sum of these differences, in seconds
  std::vector<uint32_t> stuck_tracks;  ///< tracks that wait for each other in a cycle
};
PAJE_EXPORT ReplayCheck check_replay(const DependencyGraph& graph);
/// Only the messages and calls that end too early, which need no replay. O(messages + calls).
PAJE_EXPORT ReplayCheck check_times(const DependencyGraph& graph);

/// The slack of each piece: how much later it could end without delaying the end of the run, if all
/// other costs are as measured. Uses 20 bytes per piece. O(pieces + messages log messages).
PAJE_EXPORT std::vector<double> find_slack(const DependencyGraph& graph);

/// Factors from 0 to 1: parallel = load_balance * communication, and communication = serialisation
/// * transfer. All are 1 if there is no useful work.
struct Efficiencies {
  double useful_average = 0;  ///< mean seconds of useful work per track
  double useful_maximum = 0;
  uint32_t busiest = 0;  ///< the track with `useful_maximum`
  double length = 0;
  double ideal_length = 0;  ///< length of the run with a network that needs no time
  double parallel = 1;
  double load_balance = 1;
  double communication = 1;
  double serialisation = 1;
  double transfer = 1;
};
PAJE_EXPORT Efficiencies efficiencies(const DependencyGraph& graph);

/// Seconds of useful work by track.
PAJE_EXPORT std::vector<double> useful_seconds(const DependencyGraph& graph);

}  // namespace paje
