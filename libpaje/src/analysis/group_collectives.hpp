// Groups the calls of tracks into collective operations.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "analysis/call_fields.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

struct CollectiveGrouping {
  std::vector<DependencyGraph::Collective> collectives;
  std::vector<uint32_t> members;
  std::vector<DependencyGraph::Membership> memberships;
  std::vector<std::vector<uint32_t>> groups;
  std::vector<DependencyGraph::UnequalCalls> unequal_calls;
  uint64_t calls = 0;
  uint64_t named_calls = 0;    ///< calls grouped by their fields
  uint64_t foreign_roots = 0;  ///< operations whose fields name roots, but no member
};

/// `graph` must have its pieces. The n-th calls of a value form a collective of all tracks that
/// call it equally often: an assumption, because most traces do not name communicators. With keys
/// in `fields`, only calls with the same key form a collective. `root` is a track; kNone: the one
/// in `fields`, or else the first track for which the call is possible. If only a part of the time
/// was read, the first and last calls may be missing, so calls are grouped by their times.
CollectiveGrouping group_collectives(const DependencyGraph& graph, const CallFields& fields,
                                     uint32_t root, bool is_part = false);

}  // namespace paje
