#include "analysis/kept_starts.hpp"

namespace paje {

// With one more bit than pieces, for the end after the last one.
NeededStarts::NeededStarts(const DependencyGraph& graph)
    : bits_(graph.piece_limit() / kBits + 1), places_(bits_.size()) {
  for (const DependencyGraph::Message& message : graph.messages()) {
    add(graph.sending_piece(message));
    if (message.posting != message.target) add(message.posting);
  }
  for (const auto& rendezvous : graph.rendezvous()) {
    add(graph.messages()[rendezvous.message].posting);
  }
  for (const uint32_t member : graph.members()) add(member);
  for (const auto& track : graph.tracks()) add(track.last);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    places_[i] = static_cast<uint32_t>(size_);
    size_ += static_cast<std::size_t>(std::popcount(bits_[i]));
  }
}

}  // namespace paje
