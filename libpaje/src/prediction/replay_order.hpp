// In which order the pieces of a graph are replayed. What they cost does not change it, so it is
// found once for all scenarios.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class ReplayOrder {
 public:
  /// The first of a piece or of later ones, as places in the graph.
  struct Places {
    uint32_t message = 0;
    uint32_t rendezvous = 0;
    uint32_t membership = 0;
  };
  /// Pieces [first, last) of a track that follow each other.
  struct Stretch {
    uint32_t track = 0;
    uint32_t first = 0;
    uint32_t last = 0;
    Places next;  ///< of the first piece
  };

  /// The graph must outlive it.
  explicit ReplayOrder(const DependencyGraph& graph);

  /// The next pieces [first, last) that were replayed; those of a track in their order.
  void add(uint32_t first, uint32_t last);

  [[nodiscard]] const DependencyGraph& graph() const { return graph_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  /// By track: the first piece that is not replayed, or where the next would be.
  [[nodiscard]] const std::vector<uint32_t>& ends() const { return ends_; }

 private:
  void move_to(uint32_t piece, Places& places) const;

  const DependencyGraph& graph_;
  std::vector<Stretch> stretches_;
  std::vector<uint32_t> ends_;
  std::vector<Places> places_;  // by track
};

}  // namespace paje
