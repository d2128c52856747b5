// When the members of a collective arrive, as measured, and on whose arrival each call depends.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Kinds of dependencies in a WaitPlan: all others wait for its root.
[[nodiscard]] inline bool is_planned(CallKind kind) {
  return kind == CallKind::parallel_region || kind == CallKind::wait_for_tasks ||
         kind == CallKind::post_all_to_all || kind == CallKind::post_one_to_all ||
         kind == CallKind::post_all_to_one;
}
/// Operations started by calls, each with a piece of length 0, and completed by waits.
[[nodiscard]] inline bool has_waits(CallKind kind) {
  return kind == CallKind::post_all_to_all || kind == CallKind::post_all_to_one;
}
/// Whether nobody continues before the root has arrived.
[[nodiscard]] inline bool goes_from_root(CallKind kind) {
  return kind == CallKind::one_to_all || (is_planned(kind) && !has_waits(kind));
}
/// Whether others wait for the arrival of a member, which is not itself only a wait for them.
[[nodiscard]] inline bool is_awaited(const DependencyGraph& graph,
                                     const DependencyGraph::Collective& collective,
                                     uint32_t piece) {
  return !has_waits(collective.kind) || graph.kind(piece) != CallKind::wait;
}

class CollectiveTimes {
 public:
  enum class Need : uint8_t { nobody, root, all };

  /// `is_grouped`: whether the grouping of calls is known; if not, no call waits for others.
  explicit CollectiveTimes(const DependencyGraph& graph, bool is_grouped = true)
      : graph_(graph), is_grouped_(is_grouped) {
    last_.reserve(graph.collectives().size());
    for (const auto& collective : graph.collectives()) {
      const auto members = graph.members(collective);
      Last last;
      for (uint32_t i = 0; i < members.size(); ++i) {
        if (!is_awaited(graph, collective, members[i])) continue;
        ++last.awaited;
        if (graph.start(members[i]) > last.time) {
          last.time = graph.start(members[i]);
          last.member = i;
        }
      }
      last_.push_back(last);
    }
  }

  /// The members on whose arrival the end of a call depends.
  [[nodiscard]] Need need(uint32_t number, uint32_t piece) const {
    const auto& collective = graph_.collectives()[number];
    if (has_waits(collective.kind)) {
      return is_awaited(graph_, collective, piece) ? Need::nobody : Need::all;
    }
    if (collective.root == DependencyGraph::kNone) return Need::all;
    const bool is_root = graph_.members()[collective.root] == piece;
    if (collective.kind == CallKind::all_to_one) return is_root ? Need::all : Need::nobody;
    return is_root ? Need::nobody : Need::root;
  }

  /// When these members had arrived; the start of the call itself if it depends on nobody.
  [[nodiscard]] double coming(uint32_t number, uint32_t piece) const {
    switch (need(number, piece)) {
      case Need::all:
        return last_[number].time;
      case Need::root:
        return graph_.start(graph_.members()[graph_.collectives()[number].root]);
      case Need::nobody:
        break;
    }
    return graph_.start(piece);
  }

  /// Whether the call ends before that: then clocks are wrong, or calls are grouped wrongly.
  [[nodiscard]] bool is_left_early(uint32_t number, uint32_t piece) const {
    return !is_grouped_ || graph_.end(piece) < coming(number, piece) - graph_.resolution();
  }

  /// The number of members for which others wait.
  [[nodiscard]] uint32_t awaited(uint32_t number) const { return last_[number].awaited; }
  /// When the last of these arrived.
  [[nodiscard]] double last(uint32_t number) const { return last_[number].time; }
  /// The index of that member; if several arrive at once, the first.
  [[nodiscard]] uint32_t last_member(uint32_t number) const { return last_[number].member; }

 private:
  struct Last {
    double time = -std::numeric_limits<double>::infinity();
    uint32_t member = 0;
    uint32_t awaited = 0;
  };

  const DependencyGraph& graph_;
  bool is_grouped_;
  std::vector<Last> last_;
};

}  // namespace paje
