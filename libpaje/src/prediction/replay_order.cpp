#include "prediction/replay_order.hpp"

namespace paje {

ReplayOrder::ReplayOrder(const DependencyGraph& graph) : graph_(graph) {
  Places places;
  for (const auto& track : graph.tracks()) {
    move_to(track.first, places);
    places_.push_back(places);
    ends_.push_back(track.first);
  }
}

void ReplayOrder::add(uint32_t first, uint32_t last) {
  if (stretches_.empty() || stretches_.back().last != first) {
    const uint32_t track = graph_.track_of_piece(first);
    Places& places = places_[track];
    move_to(first, places);
    stretches_.push_back({track, first, first, places});
  }
  Stretch& stretch = stretches_.back();
  stretch.last = ends_[stretch.track] = last;
}

void ReplayOrder::move_to(uint32_t piece, Places& places) const {
  const auto messages = graph_.messages();
  const auto rendezvous = graph_.rendezvous();
  const auto memberships = graph_.memberships();
  while (places.message < messages.size() && messages[places.message].target < piece) {
    ++places.message;
  }
  while (places.rendezvous < rendezvous.size() && rendezvous[places.rendezvous].piece < piece) {
    ++places.rendezvous;
  }
  while (places.membership < memberships.size() && memberships[places.membership].piece < piece) {
    ++places.membership;
  }
}

}  // namespace paje
