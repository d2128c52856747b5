// Clocks of containers that are apart, and by how much.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// What has to be added to the times of a track: anything from `least` to `greatest` is possible
/// if the first track is right; infinite where nothing says so.
struct ClockOffset {
  double least = 0;
  double greatest = 0;
  double offset = 0;  ///< in the middle
};

struct PAJE_EXPORT Clocks {
  std::vector<ClockOffset> tracks;  ///< by track of the graph
  /// Whether, with the times as measured, messages end before they start, or a call of a collective
  /// is left before another has come.
  bool are_wrong = false;
  /// Tracks in a circle of messages that no constant offsets put right; empty if there is
  /// a solution. If it is not, all offsets are 0.
  std::vector<uint32_t> conflict;
  /// The largest offset without its sign.
  [[nodiscard]] double largest() const;
};

/// Every message, all-to-all operation and barrier bounds the difference of two clocks; shortest
/// paths give the least and the greatest offset of each. If no clocks are wrong, offsets are 0.
/// O(messages + memberships * rounds), few rounds in practice.
PAJE_EXPORT Clocks estimate_clocks(const DependencyGraph& graph);

}  // namespace paje
