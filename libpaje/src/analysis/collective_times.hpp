// When the tracks that take part in a collective come, as measured, and on whose coming each call
// depends.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Nobody goes on before the root has come.
[[nodiscard]] inline bool goes_from_root(CallKind kind) {
  return kind == CallKind::one_to_all || kind == CallKind::parallel_region ||
         kind == CallKind::wait_for_tasks;
}

class CollectiveTimes {
 public:
  enum class Need : uint8_t { nobody, root, all };

  /// `is_grouped`: whether it is known which calls belong together; else nobody waits for others.
  explicit CollectiveTimes(const DependencyGraph& graph, bool is_grouped = true)
      : graph_(graph), is_grouped_(is_grouped) {
    last_.reserve(graph.collectives().size());
    for (const auto& collective : graph.collectives()) {
      const auto members = graph.members(collective);
      Last last;
      for (uint32_t i = 0; i < members.size(); ++i) {
        if (graph.start(members[i]) > last.time) last = {graph.start(members[i]), i};
      }
      last_.push_back(last);
    }
  }

  /// On whom a call's end depends.
  [[nodiscard]] Need need(uint32_t number, uint32_t piece) const {
    const auto& collective = graph_.collectives()[number];
    if (collective.root == DependencyGraph::kNone) return Need::all;
    const bool is_root = graph_.members()[collective.root] == piece;
    if (collective.kind == CallKind::all_to_one) return is_root ? Need::all : Need::nobody;
    return is_root ? Need::nobody : Need::root;
  }

  /// When those had come on whom the call's end depends; its own start if on nobody.
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

  /// Whether the call ends before those have come: with wrong clocks, or calls grouped wrongly.
  [[nodiscard]] bool is_left_early(uint32_t number, uint32_t piece) const {
    return !is_grouped_ || graph_.end(piece) < coming(number, piece) - graph_.resolution();
  }

  /// When the last one came.
  [[nodiscard]] double last(uint32_t number) const { return last_[number].time; }
  /// Which member that was; of several at once, the first of them.
  [[nodiscard]] uint32_t last_member(uint32_t number) const { return last_[number].member; }

 private:
  struct Last {
    double time = -std::numeric_limits<double>::infinity();
    uint32_t member = 0;
  };

  const DependencyGraph& graph_;
  bool is_grouped_;
  std::vector<Last> last_;
};

}  // namespace paje
