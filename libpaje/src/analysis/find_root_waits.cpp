// Waits of the roots of all-to-one operations after the first member has arrived.
#include <algorithm>
#include <limits>

#include "analysis/collective_times.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

// When the first member other than the root arrives.
double first_coming(const DependencyGraph& graph, std::span<const uint32_t> members,
                    uint32_t root) {
  double first = std::numeric_limits<double>::infinity();
  for (const uint32_t member : members) {
    if (member != root) first = std::min(first, graph.start(member));
  }
  return first;
}

}  // namespace

std::vector<Wait> find_root_waits(const DependencyGraph& graph) {
  const CollectiveTimes times(graph);
  std::vector<Wait> waits;
  for (const auto& membership : graph.memberships()) {
    const auto& collective = graph.collectives()[membership.collective];
    if (collective.kind != CallKind::all_to_one || collective.root == DependencyGraph::kNone) {
      continue;
    }
    const uint32_t root = graph.members()[collective.root];
    if (membership.piece != root) continue;
    const double from =
        std::max(graph.start(root), first_coming(graph, graph.members(collective), root));
    const double until = std::min(times.last(membership.collective), graph.end(root));
    if (!(until - from > graph.resolution())) continue;
    const uint32_t last = times.last_member(membership.collective);
    waits.push_back({root, graph.groups()[collective.group][last], until - from,
                     WaitKind::early_reduce, WrongOrder::no});
  }
  return waits;
}

}  // namespace paje
