// The order in which pieces of a graph are replayed. It does not depend on costs, so it is found
// once for all scenarios.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class ReplayOrder {
 public:
  /// The next pieces of a track, up to but not including `last`.
  struct Stretch {
    uint32_t track = 0;
    uint32_t last = 0;
  };

  /// The graph must outlive it.
  explicit ReplayOrder(const DependencyGraph& graph) : graph_(graph) {
    for (const auto& track : graph.tracks()) ends_.push_back(track.first);
  }

  /// Adds the pieces that were replayed next.
  void add(uint32_t track, uint32_t last) {
    if (stretches_.empty() || stretches_.back().track != track) stretches_.push_back({track, 0});
    stretches_.back().last = ends_[track] = last;
  }

  [[nodiscard]] const DependencyGraph& graph() const { return graph_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  /// By track: the first piece that is not replayed, or the end.
  [[nodiscard]] const std::vector<uint32_t>& ends() const { return ends_; }

 private:
  const DependencyGraph& graph_;
  std::vector<Stretch> stretches_;
  std::vector<uint32_t> ends_;
};

}  // namespace paje
