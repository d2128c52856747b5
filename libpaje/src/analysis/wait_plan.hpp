// How tracks are cut if states do not show dependencies: times at which something starts that
// others wait for, and spans in which a track waits.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/group_collectives.hpp"

namespace paje {

/// In a span, a track waits, whatever its states are. A span of length 0 is a time that others
/// await.
struct WaitSpan {
  double start = 0;
  double end = 0;
  uint32_t dependency = 0;
  uint32_t value = 0;
};

struct WaitPlan {
  /// A state that waits as a whole.
  struct Call {
    uint32_t track = 0;
    double start = 0;
    uint32_t value = 0;
    uint32_t dependency = 0;
  };

  std::vector<std::vector<WaitSpan>> spans;  ///< by track, in order; empty if there are none
  std::vector<Call> calls;
  /// The kind of each dependency. It has one awaited span of length 0, or several if others wait
  /// for the last of them. The waiting ones are other spans, or calls.
  std::vector<CallKind> dependencies;

  [[nodiscard]] bool is_empty() const { return dependencies.empty(); }
  [[nodiscard]] bool has_spans(std::size_t track) const {
    return !spans.empty() && !spans[track].empty();
  }
};

/// Adds a collective for each dependency. Its root is the span of length 0 if there is only one.
/// `pieces`: of the spans, by track.
void add_dependencies(const DependencyGraph& graph, const WaitPlan& plan,
                      const std::vector<std::vector<uint32_t>>& pieces,
                      CollectiveGrouping& grouping);

}  // namespace paje
