#include "analysis/group_collectives.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/align_calls.hpp"
#include "analysis/choose_tracks.hpp"
#include "analysis/thread_teams.hpp"

namespace paje {

namespace {

struct Call {
  uint32_t value;
  uint32_t key;
  uint32_t process;  // for threads that wait for each other: their container; otherwise 0
  uint32_t track;
  uint32_t piece;
};

bool belong_together(const Call& a, const Call& b) {
  return a.value == b.value && a.key == b.key && a.process == b.process;
}

// Sorted by value, key and process, then track, then piece.
std::vector<Call> collective_calls(const DependencyGraph& graph, std::span<const uint32_t> keys) {
  std::vector<bool> wanted;
  for (const DependencyGraph::Value& value : graph.values()) {
    wanted.push_back(is_collective(value.meaning.kind));
  }
  std::vector<Call> calls;
  const std::vector<uint32_t> processes = processes_of_tracks(graph.trace(), graph.tracks());
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    const auto& pieces = graph.tracks()[track];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      const uint32_t value = graph.value(piece);
      if (!wanted[value]) continue;
      calls.push_back({value, keys.empty() ? 0 : keys[piece],
                       is_of_threads(graph.values()[value].meaning) ? processes[track] + 1 : 0,
                       track, piece});
    }
  }
  std::stable_sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) {
    return std::tie(a.value, a.key, a.process) < std::tie(b.value, b.key, b.process);
  });
  return calls;
}

// The calls of a track with the same value and key.
struct TrackCalls {
  uint32_t track;
  std::span<const Call> calls;
};

class Grouping {
 public:
  Grouping(const DependencyGraph& graph, const CallFields& fields, uint32_t root, bool is_part)
      : graph_(graph), fields_(fields), root_(root), is_part_(is_part) {}

  /// Adds all calls with the same value, key and process.
  void add(std::span<const Call> calls) {
    if (calls.front().process != 0) return add_threads(calls);
    grouping_.calls += calls.size();
    if (calls.front().key != 0) grouping_.named_calls += calls.size();
    const ByCount by_count = is_part_ ? nearly_as_many(count(calls)) : count(calls);
    if (by_count.size() > 1) {
      auto& unequal = grouping_.unequal_calls.emplace_back();
      unequal.value = graph_.values()[calls.front().value].name;
      for (const auto& [count, tracks] : by_count) {
        unequal.tracks_by_count.emplace_back(count, tracks.size());
      }
    }
    const bool is_named = calls.front().key != 0;
    for (const auto& [count, tracks] : by_count) {
      if (is_part_) {
        add_aligned(tracks, is_named);
      } else {
        add_equal(tracks, count, is_named);
      }
    }
  }

  CollectiveGrouping finish() {
    for (uint32_t i = 0; i < grouping_.collectives.size(); ++i) {
      const auto& collective = grouping_.collectives[i];
      for (uint32_t m = collective.first; m < collective.last; ++m) {
        grouping_.memberships.push_back({grouping_.members[m], i});
      }
    }
    std::sort(grouping_.memberships.begin(), grouping_.memberships.end(),
              [](const auto& a, const auto& b) { return a.piece < b.piece; });
    return std::move(grouping_);
  }

 private:
  using ByCount = std::map<std::size_t, std::vector<TrackCalls>>;

  static ByCount count(std::span<const Call> calls) {
    ByCount by_count;
    for (std::size_t first = 0, last = 0; first < calls.size(); first = last) {
      while (last < calls.size() && calls[last].track == calls[first].track) ++last;
      by_count[last - first].push_back({calls[first].track, calls.subspan(first, last - first)});
    }
    return by_count;
  }

  // For a part of a run: merges tracks whose counts differ by no more than the first and last
  // operations can lack, under the least of their counts.
  static ByCount nearly_as_many(const ByCount& by_count) {
    ByCount merged;
    std::size_t previous = 0;
    for (const auto& [count, tracks] : by_count) {
      const bool is_new = merged.empty() || count > previous + kMostMissing;
      auto& into = is_new ? merged[count] : merged.rbegin()->second;
      into.insert(into.end(), tracks.begin(), tracks.end());
      previous = count;
    }
    for (auto& [count, tracks] : merged) {
      std::sort(tracks.begin(), tracks.end(),
                [](const TrackCalls& a, const TrackCalls& b) { return a.track < b.track; });
    }
    return merged;
  }

  // Adds the operations that all tracks of a group have.
  void add_aligned(const std::vector<TrackCalls>& tracks, bool is_named) {
    std::vector<std::vector<CallTime>> times;
    for (const TrackCalls& track : tracks) {
      auto& calls = times.emplace_back();
      for (const Call& call : track.calls) {
        calls.push_back({graph_.start(call.piece), graph_.end(call.piece)});
      }
    }
    const CallKind kind = graph_.kind(tracks.front().calls.front().piece);
    const bool synchronising = kind == CallKind::all_to_all || kind == CallKind::barrier;
    for (const AlignedCalls& group : align_calls(times, synchronising, graph_.resolution())) {
      add_group(tracks, group, is_named);
    }
  }

  void add_group(const std::vector<TrackCalls>& tracks, const AlignedCalls& group, bool is_named) {
    // Other tracks may have calls of the first and last operations outside the part, and a few
    // calls may overlap by chance.
    constexpr std::size_t kFewOperations = 5;
    const bool are_all = group.tracks.size() == graph_.tracks().size();
    if (group.count == 0 || (!are_all && group.count <= kFewOperations)) return;
    const std::size_t unsure = are_all ? 0 : 1;
    const std::size_t count = group.count - 2 * unsure;
    std::vector<TrackCalls> whole;
    for (std::size_t i = 0; i < group.tracks.size(); ++i) {
      const TrackCalls& track = tracks[group.tracks[i]];
      whole.push_back({track.track, track.calls.subspan(group.first[i] + unsure, count)});
    }
    add_equal(whole, count, is_named);
  }

  // Threads may belong to several teams, and may run tasks in a barrier. Threads whose barriers do
  // not overlap, one after the other, are not one team. So for the others, belonging together is
  // more than an assumption.
  void add_threads(std::span<const Call> calls) {
    for (const auto& [count, tracks] : count(calls)) {
      if (tracks.size() < 2 || !all_overlap(tracks, count)) continue;
      add_equal(tracks, count, true);
    }
  }

  [[nodiscard]] bool all_overlap(const std::vector<TrackCalls>& tracks, std::size_t count) const {
    for (std::size_t n = 0; n < count; ++n) {
      double last_start = graph_.start(), first_end = graph_.end();
      for (const TrackCalls& track : tracks) {
        last_start = std::max(last_start, graph_.start(track.calls[n].piece));
        first_end = std::min(first_end, graph_.end(track.calls[n].piece));
      }
      if (last_start > first_end + graph_.resolution()) return false;
    }
    return true;
  }

  void add_equal(const std::vector<TrackCalls>& tracks, std::size_t count, bool is_named) {
    std::vector<uint32_t> group;
    for (const TrackCalls& track : tracks) group.push_back(track.track);
    const auto [found, is_new] =
        groups_.emplace(group, static_cast<uint32_t>(grouping_.groups.size()));
    if (is_new) grouping_.groups.push_back(group);
    for (std::size_t n = 0; n < count; ++n) {
      DependencyGraph::Collective collective;
      collective.group = found->second;
      collective.is_named = is_named;
      collective.kind = graph_.kind(tracks.front().calls.front().piece);
      collective.first = static_cast<uint32_t>(grouping_.members.size());
      for (const TrackCalls& track : tracks) grouping_.members.push_back(track.calls[n].piece);
      collective.last = static_cast<uint32_t>(grouping_.members.size());
      collective.root = root_of(collective, group);
      grouping_.collectives.push_back(collective);
    }
  }

  uint32_t root_of(const DependencyGraph::Collective& collective,
                   const std::vector<uint32_t>& group) {
    if (collective.kind != CallKind::one_to_all && collective.kind != CallKind::all_to_one) {
      return DependencyGraph::kNone;
    }
    const auto named = std::find(group.begin(), group.end(), root_);
    if (named != group.end()) {
      return collective.first + static_cast<uint32_t>(named - group.begin());
    }
    if (const uint32_t root = root_by_field(collective, group); root != DependencyGraph::kNone)
      return root;
    double last_start = graph_.start(), first_end = graph_.end();
    for (uint32_t m = collective.first; m < collective.last; ++m) {
      last_start = std::max(last_start, graph_.start(grouping_.members[m]));
      first_end = std::min(first_end, graph_.end(grouping_.members[m]));
    }
    for (uint32_t m = collective.first; m < collective.last; ++m) {
      const uint32_t piece = grouping_.members[m];
      const bool is_possible = collective.kind == CallKind::one_to_all
                                   ? first_end >= graph_.start(piece) - graph_.resolution()
                                   : graph_.end(piece) >= last_start - graph_.resolution();
      if (is_possible) return m;
    }
    return collective.first;
  }

  // The root given by the first member whose field is possible.
  uint32_t root_by_field(const DependencyGraph::Collective& collective,
                         const std::vector<uint32_t>& group) {
    if (fields_.roots.empty()) return DependencyGraph::kNone;
    bool is_given = false;
    for (uint32_t m = collective.first; m < collective.last; ++m) {
      const CallFields::Root root = fields_.roots[grouping_.members[m]];
      const auto named = std::find(group.begin(), group.end(), root.track);
      if (named != group.end()) {
        return collective.first + static_cast<uint32_t>(named - group.begin());
      }
      if (root.rank < group.size()) return collective.first + root.rank;
      is_given = is_given || root.is_given();
    }
    if (is_given) ++grouping_.foreign_roots;
    return DependencyGraph::kNone;
  }

  const DependencyGraph& graph_;
  const CallFields& fields_;
  uint32_t root_;
  bool is_part_;
  CollectiveGrouping grouping_;
  std::map<std::vector<uint32_t>, uint32_t> groups_;
};

}  // namespace

CollectiveGrouping group_collectives(const DependencyGraph& graph, const CallFields& fields,
                                     uint32_t root, bool is_part) {
  const std::vector<Call> calls = collective_calls(graph, fields.keys);
  Grouping grouping(graph, fields, root, is_part);
  for (std::size_t first = 0, last = 0; first < calls.size(); first = last) {
    while (last < calls.size() && belong_together(calls[last], calls[first])) ++last;
    grouping.add(std::span(calls).subspan(first, last - first));
  }
  return grouping.finish();
}

}  // namespace paje
