// Finds out which calls of the tracks are one collective operation.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

struct CollectiveGrouping {
  std::vector<DependencyGraph::Collective> collectives;
  std::vector<uint32_t> members;
  std::vector<DependencyGraph::Membership> memberships;
  std::vector<std::vector<uint32_t>> groups;
  std::vector<DependencyGraph::UnequalCalls> unequal_calls;
};

/// `graph` has its pieces. The n-th calls of a value are one collective, of all tracks that call it
/// equally often: that is an assumption, since traces do not name communicators. `keys`, by piece,
/// name them where a trace does: then only calls of one key are one collective. `root` is a track
/// or kNone: then it is the first track for which the call is possible.
CollectiveGrouping group_collectives(const DependencyGraph& graph, std::span<const uint32_t> keys,
                                     uint32_t root);

}  // namespace paje
