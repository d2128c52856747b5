#include "analysis/graph_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paje {

void GraphBuilder::set_pieces(TrackChoice choice, Pieces pieces) {
  graph_.values_ = std::move(choice.values);
  graph_.links_connect_tasks_ = choice.links_connect_tasks;
  graph_.tracks_ = std::move(choice.tracks);
  graph_.track_of_container_ = std::move(choice.track_of_container);
  graph_.piece_starts_ = std::move(pieces.starts);
  graph_.piece_values_ = std::move(pieces.values);
  graph_.sent_ = graph_.trace_.links().start;
  graph_.received_ = graph_.trace_.links().end;
  if (graph_.tracks_.empty()) return;
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (const DependencyGraph::Track& track : graph_.tracks_) {
    start = std::min(start, graph_.piece_starts_[track.first]);
    end = std::max(end, graph_.piece_starts_[track.last]);
  }
  graph_.start_ = start;
  graph_.end_ = end;
  const double largest = std::max(std::abs(start), std::abs(end));
  graph_.resolution_ = std::max(
      1e-9, 4 * (std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest));
}

void GraphBuilder::set_collectives(CollectiveGrouping grouping) {
  graph_.counts_.collective_calls = grouping.calls;
  graph_.counts_.collective_calls_named = grouping.named_calls;
  graph_.counts_.foreign_roots = grouping.foreign_roots;
  graph_.collectives_ = std::move(grouping.collectives);
  graph_.members_ = std::move(grouping.members);
  graph_.memberships_ = std::move(grouping.memberships);
  graph_.groups_ = std::move(grouping.groups);
  graph_.unequal_calls_ = std::move(grouping.unequal_calls);
}

}  // namespace paje
