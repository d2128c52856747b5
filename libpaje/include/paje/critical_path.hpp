// The chain of pieces that makes a run as long as it is, what others could be delayed without
// making it longer, and what the graph's replay says of the run. After Böhme, Wolf, de Supinski,
// Schulz and Geimer, "Scalable critical-path based performance analysis" (IPDPS 2012), and the
// efficiencies of the POP project.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// A part of the critical path: a piece or the part of it from `start` to `end`.
struct PathPiece {
  static constexpr uint32_t kBefore =
      UINT32_MAX - 1;  ///< as Cause::kBefore: the time before a track's first state
  uint32_t track = 0;
  uint32_t value = 0;  ///< place among the graph's values, or kBefore
  double start = 0;
  double end = 0;
};

/// Walks back from the last end. Pieces adjoin each other in time and add up to the length of the
/// run; the earliest first. O(length of the path * log(messages)).
PAJE_EXPORT std::vector<PathPiece> critical_path(const DependencyGraph& graph);

/// How the graph's replay compares with the trace.
struct ReplayCheck {
  double length = 0;                   ///< of the run as replayed with all costs as measured
  uint64_t ends_before_start = 0;      ///< messages that end before they were sent or posted
  uint64_t left_before_last_came = 0;  ///< calls of collectives, likewise
  double violation = 0;                ///< seconds by which they do
  std::vector<uint32_t> stuck_tracks;  ///< which wait for each other in a circle
};
PAJE_EXPORT ReplayCheck check_replay(const DependencyGraph& graph);

/// How much later each piece might end without a later end of the run, all else as measured; by
/// piece. Takes 20 bytes for each piece. O(pieces + messages log messages).
PAJE_EXPORT std::vector<double> find_slack(const DependencyGraph& graph);

/// Each is a part of 1, and they multiply: parallel = load_balance * communication, communication =
/// serialisation * transfer. All are 1 where nothing is useful.
struct Efficiencies {
  double useful_average = 0;  ///< seconds of useful work for each track
  double useful_maximum = 0;
  uint32_t busiest = 0;  ///< the track with that
  double length = 0;
  double ideal_length = 0;  ///< with a network that takes no time
  double parallel = 1;
  double load_balance = 1;
  double communication = 1;
  double serialisation = 1;
  double transfer = 1;
};
PAJE_EXPORT Efficiencies efficiencies(const DependencyGraph& graph);

/// Seconds of useful work, by track.
PAJE_EXPORT std::vector<double> useful_seconds(const DependencyGraph& graph);

}  // namespace paje
