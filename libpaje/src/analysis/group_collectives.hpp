// Finds out which calls of the tracks are one collective operation.
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
  uint64_t named_calls = 0;  ///< whose fields say with which others they belong together
};

/// `graph` has its pieces. The n-th calls of a value are one collective, of all tracks that call it
/// equally often: that is an assumption, since most traces do not name communicators. Where
/// `fields` have keys, only calls of one key are one collective. `root` is a track or kNone: then
/// it is the one that `fields` name, else the first track for which the call is possible. Of a
/// part of the time, first and last calls may be missing: their times say which belong together.
CollectiveGrouping group_collectives(const DependencyGraph& graph, const CallFields& fields,
                                     uint32_t root, bool is_part = false);

}  // namespace paje
