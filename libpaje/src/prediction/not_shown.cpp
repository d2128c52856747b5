#include "prediction/not_shown.hpp"

#include <algorithm>
#include <vector>

#include "base/thread_pool.hpp"

namespace paje {

namespace {

struct OfTrack {
  uint64_t calls = 0;
  double seconds = 0;  // in these
  double without_state = 0;
  std::vector<double> by_value;
};

// The first that concerns a piece, or a later one.
template <class All, class PieceOf>
auto first_of(const All& all, uint32_t piece, PieceOf&& piece_of) {
  return std::partition_point(all.begin(), all.end(),
                              [&](const auto& each) { return piece_of(each) < piece; });
}

OfTrack find_in(const DependencyGraph& graph, const NeededStarts& needed,
                const DependencyGraph::Track& track) {
  const auto messages = graph.messages();
  const auto rendezvous = graph.rendezvous();
  const auto memberships = graph.memberships();
  const auto target = [](const auto& message) { return message.target; };
  const auto own_piece = [](const auto& each) { return each.piece; };
  auto message = first_of(messages, track.first, target);
  auto waiting = first_of(rendezvous, track.first, own_piece);
  auto member = first_of(memberships, track.first, own_piece);
  OfTrack found;
  found.by_value.resize(graph.values().size());
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    const auto& meaning = graph.values()[graph.value(piece)].meaning;
    if (graph.value(piece) == 0) found.without_state += graph.length(piece);
    if (meaning.value_class != ValueClass::communication || graph.length(piece) <= 0) continue;
    while (message != messages.end() && message->target < piece) ++message;
    while (waiting != rendezvous.end() && waiting->piece < piece) ++waiting;
    while (member != memberships.end() && member->piece < piece) ++member;
    const bool has_partner = (message != messages.end() && message->target == piece) ||
                             (waiting != rendezvous.end() && waiting->piece == piece) ||
                             (member != memberships.end() && member->piece == piece) ||
                             (only_sends(meaning.kind) && needed.has(piece));
    if (has_partner) continue;
    ++found.calls;
    found.seconds += graph.length(piece);
    found.by_value[graph.value(piece)] += graph.length(piece);
  }
  return found;
}

}  // namespace

NotShown find_not_shown(const DependencyGraph& graph, const NeededStarts& needed) {
  std::vector<OfTrack> tracks(graph.tracks().size());
  ThreadPool(graph.threads()).for_each(tracks.size(), [&](std::size_t i) {
    tracks[i] = find_in(graph, needed, graph.tracks()[i]);
  });
  NotShown found;
  double all = 0, most = 0;
  for (uint32_t i = 0; i < tracks.size(); ++i) {
    found.calls += tracks[i].calls;
    found.in_calls += tracks[i].seconds;
    found.without_state += tracks[i].without_state;
    const DependencyGraph::Track& pieces = graph.tracks()[i];
    all += graph.start(pieces.last) - graph.start(pieces.first);
    for (uint32_t value = 0; value < tracks[i].by_value.size(); ++value) {
      if (!(tracks[i].by_value[value] > most)) continue;
      most = tracks[i].by_value[value];
      found.track = i;
      found.value = value;
    }
  }
  if (all > 0) {
    found.in_calls /= all;
    found.without_state /= all;
  }
  return found;
}

}  // namespace paje
