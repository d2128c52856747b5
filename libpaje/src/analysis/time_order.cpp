#include "analysis/time_order.hpp"

#include <algorithm>

#include "analysis/collective_times.hpp"

namespace paje {

bool is_in_time_order(const DependencyGraph& graph, const std::vector<bool>& of_track) {
  const LinkColumns links = graph.trace().links();
  for (const auto& message : graph.messages()) {
    if (!of_track[graph.track_of(links.end_container[message.link])]) continue;
    if (!(graph.start(message.source) < graph.end(message.target))) return false;
  }
  // The source of such a message precedes it on its own track.
  for (const auto& rendezvous : graph.rendezvous()) {
    const auto& message = graph.messages()[rendezvous.message];
    if (!of_track[graph.track_of(links.start_container[message.link])]) continue;
    if (!(graph.posted(message) < graph.end(rendezvous.piece))) return false;
  }
  const CollectiveTimes times(graph);
  const auto memberships = graph.memberships();
  return std::all_of(memberships.begin(), memberships.end(), [&](const auto& membership) {
    const uint32_t piece = membership.piece;
    if (!of_track[graph.track_of_piece(piece)]) return true;
    return times.need(membership.collective, piece) == CollectiveTimes::Need::nobody ||
           times.is_left_early(membership.collective, piece) ||
           times.coming(membership.collective, piece) < graph.end(piece);
  });
}

}  // namespace paje
