// How well tracks use their time: idle time, and communication that is hidden by computing.
#pragma once

#include <span>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/profile.hpp"
#include "paje/waits.hpp"

namespace paje {

/// The time in which a track does nothing, split into disjoint parts.
struct IdleTime {
  double idle = 0;      ///< in states of class idle
  double waiting = 0;   ///< in states of class waiting
  double in_calls = 0;  ///< waits in all other states
  double no_state = 0;  ///< between states
  double outside = 0;   ///< before the track's first state and after its last
  [[nodiscard]] double total() const { return idle + waiting + in_calls + no_state + outside; }
};

/// By track; `waits` are those of the graph. O(pieces).
PAJE_EXPORT std::vector<IdleTime> find_idle_time(const DependencyGraph& graph,
                                                 std::span<const Wait> waits);

/// Overlap in a container with several tracks directly inside: threads of a process, streams of a
/// device.
struct CommunicationOverlap {
  ContainerId container;
  uint32_t tracks = 0;
  double communication = 0;  ///< time in which at least one track communicates
  double computing = 0;      ///< time in which at least one track does useful work
  double overlap = 0;        ///< time in which both happen
  [[nodiscard]] double share() const { return communication > 0 ? overlap / communication : 0; }
};

/// By container, in order; not for the root. O(pieces log pieces).
PAJE_EXPORT std::vector<CommunicationOverlap> communication_overlap(const DependencyGraph& graph);

/// All of a profile: each member is the result of its function.
struct Usage {
  Profile profile;
  std::vector<CallNode> tree;
  std::vector<IdleTime> idle;
  std::vector<CommunicationOverlap> overlap;
  TimeProfile over_time;
};
PAJE_EXPORT Usage measure_usage(const DependencyGraph& graph, uint32_t bins);

}  // namespace paje
