// Builds dependency graphs step by step: of a whole trace, or of the share of one process.
#pragma once

#include <utility>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/cut_pieces.hpp"
#include "analysis/group_collectives.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

class GraphBuilder {
 public:
  GraphBuilder(const Trace& trace, unsigned threads) : graph_(trace, threads) {}

  /// The tracks of `choice` must have the numbers of their pieces; see cut_pieces().
  void set_pieces(TrackChoice choice, Pieces pieces);
  /// Sorted by target, then link.
  void set_messages(std::vector<DependencyGraph::Message> messages) {
    graph_.messages_ = std::move(messages);
  }
  /// By link; empty: the ends of links.
  void set_received(std::vector<double> received) {
    graph_.own_received_ = std::move(received);
    if (!graph_.own_received_.empty()) graph_.received_ = graph_.own_received_;
  }
  /// Sorted by piece.
  void set_rendezvous(std::vector<DependencyGraph::Rendezvous> rendezvous) {
    graph_.rendezvous_ = std::move(rendezvous);
  }
  void set_collectives(CollectiveGrouping grouping);
  [[nodiscard]] DependencyGraph::Counts& counts() { return graph_.counts_; }

  [[nodiscard]] const DependencyGraph& graph() const { return graph_; }
  DependencyGraph take() && { return std::move(graph_); }

 private:
  DependencyGraph graph_;
};

}  // namespace paje
