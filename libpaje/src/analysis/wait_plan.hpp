// How tracks are cut where states do not say what depends on what: times at which something begins
// that others wait for, and spans in which a track waits.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/group_collectives.hpp"

namespace paje {

/// In a span, a track waits, whatever its states say. One of no length is where others wait for it.
struct WaitSpan {
  double start = 0;
  double end = 0;
  uint32_t dependency = 0;
  uint32_t value = 0;
};

struct WaitPlan {
  /// A state that waits, as a whole.
  struct Call {
    uint32_t track = 0;
    double start = 0;
    uint32_t value = 0;
    uint32_t dependency = 0;
  };

  std::vector<std::vector<WaitSpan>> spans;  ///< by track, in order; no tracks if there are none
  std::vector<Call> calls;
  /// What each dependency is. It has a span of no length, or several if the last of them is what
  /// others wait for; these are other spans, or calls.
  std::vector<CallKind> dependencies;

  [[nodiscard]] bool is_empty() const { return dependencies.empty(); }
  [[nodiscard]] bool has_spans(std::size_t track) const {
    return !spans.empty() && !spans[track].empty();
  }
};

/// Adds a collective for each dependency: its root is the span of no length, if it has one alone.
/// `pieces` are those of spans, by track.
void add_dependencies(const DependencyGraph& graph, const WaitPlan& plan,
                      const std::vector<std::vector<uint32_t>>& pieces,
                      CollectiveGrouping& grouping);

}  // namespace paje
