// When the tracks that take part in a collective come, as measured, and on whose coming each call
// depends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class CollectiveTimes {
 public:
  enum class Need : uint8_t { nobody, root, all };

  explicit CollectiveTimes(const DependencyGraph& graph) : graph_(graph) {
    last_.reserve(graph.collectives().size());
    for (const auto& collective : graph.collectives()) {
      double last = -std::numeric_limits<double>::infinity();
      for (const uint32_t piece : graph.members(collective))
        last = std::max(last, graph.start(piece));
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
        return last_[number];
      case Need::root:
        return graph_.start(graph_.members()[graph_.collectives()[number].root]);
      case Need::nobody:
        break;
    }
    return graph_.start(piece);
  }

  /// Whether the call ends before those have come: with wrong clocks, or calls grouped wrongly.
  [[nodiscard]] bool is_left_early(uint32_t number, uint32_t piece) const {
    return graph_.end(piece) < coming(number, piece) - graph_.resolution();
  }

  /// When the last one came.
  [[nodiscard]] double last(uint32_t number) const { return last_[number]; }

 private:
  const DependencyGraph& graph_;
  std::vector<double> last_;
};

}  // namespace paje
