#include "prediction/uneven_operations.hpp"

#include <algorithm>

#include "analysis/collective_times.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

// From the arrival of the first member to that of the last.
double spread_of(const DependencyGraph& graph, const DependencyGraph::Collective& collective) {
  const auto members = graph.members(collective);
  const auto [first, last] =
      std::minmax_element(members.begin(), members.end(),
                          [&](uint32_t a, uint32_t b) { return graph.start(a) < graph.start(b); });
  return graph.start(*last) - graph.start(*first);
}

}  // namespace

std::vector<UnevenMember> uneven_members(const DependencyGraph& graph,
                                         const std::vector<CollectiveCost>& costs) {
  std::vector<UnevenMember> found;
  const CollectiveTimes times(graph);
  for (uint32_t i = 0; i < graph.collectives().size(); ++i) {
    const auto& collective = graph.collectives()[i];
    if (collective.root == DependencyGraph::kNone || is_planned(collective.kind)) continue;
    const double spread = spread_of(graph, collective);
    if (!(spread > graph.resolution()) || !(costs[i].most > 0)) continue;
    const auto members = graph.members(collective);
    for (uint32_t m = 0; m < members.size(); ++m) {
      const uint32_t piece = members[m];
      const double coming = std::max(graph.start(piece), times.coming(i, piece));
      UnevenMember member;
      member.collective = i;
      member.place = collective.first + m;
      member.seconds = std::max(0.0, graph.end(piece) - coming);
      member.waited = std::clamp(times.last(i) - coming, 0.0, member.seconds);
      const bool depends = times.need(i, piece) != CollectiveTimes::Need::nobody;
      // Nothing can be ready before the first member arrives.
      member.longest = depends ? std::min(costs[i].most, member.seconds + spread) : member.seconds;
      member.spread = spread;
      found.push_back(member);
    }
  }
  return found;
}

Range cost_of(const UnevenMember& member, const Range& network, double computing) {
  Range found = network * member.seconds;
  // If members arrive further apart, more of what it needs may be ready before it arrives.
  const double spread = member.spread * std::max({1.0, network.high, computing});
  found.low = std::max(0.0, found.low - spread);
  const double moved = member.seconds - member.waited;
  found.high =
      std::max(found.high, moved * network.high + member.waited * std::max(1.0, computing));
  found.high = std::max(found.high, member.longest * network.high);
  return found;
}

}  // namespace paje
