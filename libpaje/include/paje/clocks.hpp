// Clocks of containers that are apart, by how much, and a trace with them corrected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/ids.hpp"
#include "paje/trace.hpp"

namespace paje {

/// What has to be added to the times of a track: `offset` at the start of the run, and `drift` more
/// for each unit of time after it. Anything from `least` to `greatest` is possible if the first
/// track is right; infinite where nothing says so.
struct ClockOffset {
  double least = 0;
  double greatest = 0;
  double offset = 0;  ///< in the middle
  double drift = 0;
  double least_drift = 0;  ///< 0, as the greatest, where offsets are enough
  double greatest_drift = 0;
};

/// By a time as measured, how much later than its clock says something was.
struct ClockStep {
  double time = 0;
  double shift = 0;
};

struct PAJE_EXPORT Clocks {
  std::vector<ClockOffset> tracks;  ///< by track of the graph
  /// Whether, with the times as measured, messages end before they start, or a call of a collective
  /// is left before another has come.
  bool are_wrong = false;
  /// Tracks in a circle of messages that no constant offsets put right; empty if there is
  /// a solution.
  std::vector<uint32_t> conflict;
  bool have_drift = false;
  /// Collectives whose calls are one by assumption were left out: no clocks put these right, and
  /// there are such by which all else is right.
  bool only_named_collectives = false;
  /// What a controlled logical clock adds where offset and drift are not enough: for each track its
  /// steps in the order of times, between which shifts are interpolated. None if they are enough.
  std::vector<std::vector<ClockStep>> steps;
  uint64_t late_events = 0;  ///< ends of messages and collectives that it moved itself
  /// Messages that depend on each other in a circle: no clock puts them right.
  uint64_t unsolved = 0;
  double start = 0;  ///< of the run, where drifts begin

  /// The largest offset without its sign.
  [[nodiscard]] double largest() const;
  /// The largest shift of the logical clock of a track.
  [[nodiscard]] double largest_shift(uint32_t track) const;
  /// A time of a track on the common clock. Never decreases with `time` (drifts are below 1 %).
  /// O(log steps).
  [[nodiscard]] double corrected(uint32_t track, double time) const;
};

/// Every message, all-to-all operation and barrier bounds the difference of two clocks; shortest
/// paths give the least and the greatest offset of each. If no clocks are wrong, offsets are 0.
/// Where no constant offsets are possible, pairs of clocks get lines between the least delays of
/// both directions; collectives that are an assumption are left out if that helps; where that
/// leaves messages that end before they start, a controlled logical clock moves what depends on
/// them. O(messages + memberships * rounds), few rounds in practice.
PAJE_EXPORT Clocks estimate_clocks(const DependencyGraph& graph);

/// What a correction did.
struct ClockCorrection {
  bool were_wrong = false;
  uint64_t containers = 0;  ///< whose times changed, of those with a clock of their own
  uint64_t clocks = 0;      ///< containers with a clock of their own
  double largest = 0;       ///< the largest change of a time, without its sign
  ContainerId container;    ///< where that is; invalid if nothing changed
  double largest_drift = 0;
  uint64_t late_events = 0;  ///< as of Clocks
  uint64_t unsolved = 0;     ///< as of Clocks
};

/// What a correction did, in a line for people. Names in it are as they are in the trace.
PAJE_EXPORT std::string correction_text(const Trace& trace, const ClockCorrection& correction);

/// Changes the times of all objects of `trace` to those on a common clock.
///
/// A container with states has a clock of its own if messages or collectives bound it. Another one
/// has that of the nearest container above it, or of the only one below. A container that
/// has neither keeps its times, but lasts as long as those in it. Links go by the clocks of their
/// ends, and are in the order of their later halves, as a reading would have them. A trace whose
/// clocks agree stays as it is.
///
/// Nobody else may hold the trace: std::invalid_argument else. `classes` and threads are those of
/// the graph. O(objects), besides the graph.
PAJE_EXPORT Trace correct_clocks(Trace&& trace, const DependencyOptions& options = {},
                                 ClockCorrection* correction = nullptr);

}  // namespace paje
