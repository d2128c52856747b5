#include "analysis/wait_plan.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/collective_times.hpp"

namespace paje {

namespace {

struct Member {
  uint32_t track, piece;
  bool is_root;
};

std::optional<uint32_t> piece_of(const DependencyGraph& graph, const WaitPlan::Call& call) {
  const auto& track = graph.tracks()[call.track];
  uint32_t low = track.first, high = track.last;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    (graph.start(middle) < call.start ? low : high) =
        graph.start(middle) < call.start ? middle + 1 : middle;
  }
  for (; low < track.last && graph.start(low) == call.start; ++low) {
    if (graph.value(low) == call.value) return low;
  }
  return {};
}

// By dependency, in the order of tracks.
std::vector<std::vector<Member>> members_of(const DependencyGraph& graph, const WaitPlan& plan,
                                            const std::vector<std::vector<uint32_t>>& pieces) {
  std::vector<std::vector<Member>> all(plan.dependencies.size());
  for (uint32_t track = 0; track < plan.spans.size(); ++track) {
    for (std::size_t i = 0; i < plan.spans[track].size(); ++i) {
      const WaitSpan& span = plan.spans[track][i];
      all[span.dependency].push_back({track, pieces[track][i], !(span.start < span.end)});
    }
  }
  for (const WaitPlan::Call& call : plan.calls) {
    const auto piece = piece_of(graph, call);
    if (piece) all[call.dependency].push_back({call.track, *piece, false});
  }
  for (auto& members : all) {
    std::sort(members.begin(), members.end(),
              [](const Member& a, const Member& b) { return a.piece < b.piece; });
  }
  return all;
}

}  // namespace

void add_dependencies(const DependencyGraph& graph, const WaitPlan& plan,
                      const std::vector<std::vector<uint32_t>>& pieces,
                      CollectiveGrouping& grouping) {
  const auto all = members_of(graph, plan, pieces);
  std::map<std::vector<uint32_t>, uint32_t> groups;
  for (uint32_t number = 0; number < all.size(); ++number) {
    const std::vector<Member>& members = all[number];
    if (members.size() < 2) continue;
    std::vector<uint32_t> tracks;
    DependencyGraph::Collective found;
    found.kind = plan.dependencies[number];
    found.is_named = true;
    found.first = static_cast<uint32_t>(grouping.members.size());
    found.last = found.first + static_cast<uint32_t>(members.size());
    for (const Member& member : members) {
      const bool is_root = member.is_root && !has_waits(found.kind);
      if (is_root) found.root = static_cast<uint32_t>(grouping.members.size());
      grouping.memberships.push_back(
          {member.piece, static_cast<uint32_t>(grouping.collectives.size())});
      grouping.members.push_back(member.piece);
      tracks.push_back(member.track);
    }
    const auto [group, is_new] =
        groups.emplace(tracks, static_cast<uint32_t>(grouping.groups.size()));
    if (is_new) grouping.groups.push_back(tracks);
    found.group = group->second;
    grouping.collectives.push_back(found);
  }
  std::sort(grouping.memberships.begin(), grouping.memberships.end(),
            [](const auto& a, const auto& b) { return a.piece < b.piece; });
}

}  // namespace paje
