// Estimates how far the clocks of containers differ, and corrects the times of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/ids.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The correction of a track's times: `offset` at the start of the run, plus `drift` for each unit
/// of time after it. Any offset from `least` to `greatest` is consistent if the first track's clock
/// is right; a bound is infinite if nothing constrains it.
struct ClockOffset {
  double least = 0;
  double greatest = 0;
  double offset = 0;  ///< the middle of `least` and `greatest`
  double drift = 0;
  double least_drift = 0;  ///< 0, as the greatest, if constant offsets suffice
  double greatest_drift = 0;
};

/// A correction at one point: `shift` is added to the measured time `time`.
struct ClockStep {
  double time = 0;
  double shift = 0;
};

struct PAJE_EXPORT Clocks {
  std::vector<ClockOffset> tracks;  ///< by track of the graph
  /// Whether, in measured times, messages end before they start, or a collective call ends before
  /// another one has started.
  bool are_wrong = false;
  /// Tracks in a cycle of messages that no constant offsets can satisfy; empty if offsets exist.
  std::vector<uint32_t> conflict;
  bool have_drift = false;
  /// Collectives that are only assumed to belong together were ignored: with them no clocks are
  /// consistent, without them some are.
  bool only_named_collectives = false;
  /// Additional shifts of a controlled logical clock, where offset and drift do not suffice: for
  /// each track, steps in order of time, with linear interpolation between them. Empty if not
  /// needed.
  std::vector<std::vector<ClockStep>> steps;
  uint64_t late_events = 0;  ///< ends of messages and collectives that the logical clock moved
  /// Messages that depend on each other in a cycle, which no clock can satisfy.
  uint64_t unsolved = 0;
  double start = 0;  ///< of the run, the time from which drift counts

  /// The largest absolute offset.
  [[nodiscard]] double largest() const;
  /// How many tracks have an offset with only one bound: messages to or from them go one way, so
  /// how far their clocks are from right is open to the other side.
  [[nodiscard]] uint64_t one_sided() const;
  /// The largest shift of the logical clock of a track.
  [[nodiscard]] double largest_shift(uint32_t track) const;
  /// Converts a time of a track to the common clock. Monotonic in `time` (drifts are below 1 %).
  /// O(log steps).
  [[nodiscard]] double corrected(uint32_t track, double time) const;
};

/// Every message, all-to-all operation and barrier bounds the difference of two clocks; shortest
/// paths give the least and greatest offset of each. Offsets are 0 if no clock is wrong. If
/// constant offsets are impossible, each pair of clocks gets a line between the least delays of
/// both directions; collectives that are only assumed are ignored if that helps. If messages still
/// end before they start, a controlled logical clock moves these and what depends on them.
/// O(messages + memberships * rounds), with few rounds in practice.
PAJE_EXPORT Clocks estimate_clocks(const DependencyGraph& graph);

/// What a correction changed.
struct ClockCorrection {
  bool were_wrong = false;
  uint64_t containers = 0;  ///< containers with their own clock whose times changed
  uint64_t clocks = 0;      ///< containers with their own clock
  double largest = 0;       ///< the largest absolute change of a time
  ContainerId container;    ///< where that change is; invalid if nothing changed
  double largest_drift = 0;
  uint64_t late_events = 0;  ///< as of Clocks
  uint64_t unsolved = 0;     ///< as of Clocks
  uint64_t one_sided = 0;    ///< as of Clocks
};

/// Describes a correction in one line for users. Names appear unescaped, as in the trace.
PAJE_EXPORT std::string correction_text(const Trace& trace, const ClockCorrection& correction);

/// Converts the times of all objects of `trace` to a common clock.
///
/// A container with states has its own clock if messages or collectives constrain it. Any other
/// container uses the only clock among its descendants, or else the clock of its parent. A
/// container without any clock keeps its times, but is extended to enclose those in it. The ends of
/// a link use the clocks of their containers, and links are sorted by their later halves again, as
/// after reading. A trace whose clocks agree is unchanged.
///
/// The caller must hold the only copy of the trace; otherwise throws std::invalid_argument.
/// `options` are those of the graph. O(objects), in addition to the graph.
PAJE_EXPORT Trace correct_clocks(Trace&& trace, const DependencyOptions& options = {},
                                 ClockCorrection* correction = nullptr);

}  // namespace paje
