#include "prediction/not_shown.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "analysis/collective_times.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

struct OfTrack {
  uint64_t calls = 0;
  double seconds = 0;  // in these calls
  double without_state = 0;
  std::vector<double> by_value;
};

// The first element for this piece or a later one.
template <class All, class PieceOf>
auto first_of(const All& all, uint32_t piece, PieceOf&& piece_of) {
  return std::partition_point(all.begin(), all.end(),
                              [&](const auto& each) { return piece_of(each) < piece; });
}

// How the pieces of a value are counted.
enum class Use : uint8_t { other, no_state, sends, calls };

std::vector<Use> uses_of(const DependencyGraph& graph) {
  std::vector<Use> uses;
  for (const auto& value : graph.values()) {
    const bool is_call =
        value.meaning.value_class == ValueClass::communication && !is_planned(value.meaning.kind);
    uses.push_back(!is_call                         ? Use::other
                   : only_sends(value.meaning.kind) ? Use::sends
                                                    : Use::calls);
  }
  if (!uses.empty()) uses.front() = Use::no_state;
  return uses;
}

// Whether pieces of a track have partners. Must be called in order of pieces.
class Partners {
 public:
  Partners(const DependencyGraph& graph, uint32_t first)
      : graph_(graph),
        message_(first_of(graph.messages(), first, [](const auto& each) { return each.target; })),
        waiting_(first_of(graph.rendezvous(), first, [](const auto& each) { return each.piece; })),
        member_(first_of(graph.memberships(), first, [](const auto& each) { return each.piece; })) {
  }

  bool has(uint32_t piece) {
    while (message_ != graph_.messages().end() && message_->target < piece) ++message_;
    if (message_ != graph_.messages().end() && message_->target == piece) return true;
    while (waiting_ != graph_.rendezvous().end() && waiting_->piece < piece) ++waiting_;
    if (waiting_ != graph_.rendezvous().end() && waiting_->piece == piece) return true;
    while (member_ != graph_.memberships().end() && member_->piece < piece) ++member_;
    return member_ != graph_.memberships().end() && member_->piece == piece;
  }

 private:
  const DependencyGraph& graph_;
  std::span<const DependencyGraph::Message>::iterator message_;
  std::span<const DependencyGraph::Rendezvous>::iterator waiting_;
  std::span<const DependencyGraph::Membership>::iterator member_;
};

OfTrack find_in(const DependencyGraph& graph, const NeededStarts& needed,
                const std::vector<Use>& uses, const DependencyGraph::Track& track) {
  Partners partners(graph, track.first);
  OfTrack found;
  found.by_value.resize(graph.values().size());
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    const uint32_t value = graph.value(piece);
    const Use use = uses[value];
    if (use == Use::other) continue;
    if (use == Use::no_state) {
      found.without_state += graph.length(piece);
      continue;
    }
    if ((use == Use::sends && needed.has(piece)) || partners.has(piece)) continue;
    const double length = graph.length(piece);
    if (length <= 0) continue;
    ++found.calls;
    found.seconds += length;
    found.by_value[value] += length;
  }
  return found;
}

}  // namespace

bool has_unknown_gaps(const DependencyGraph& graph) {
  const auto values = graph.values();
  const bool has_calls = std::any_of(values.begin(), values.end(), [](const auto& value) {
    return value.meaning.value_class == ValueClass::communication;
  });
  if (!has_calls && graph.counts().links == 0) return false;
  const auto computes = [](const DependencyGraph::Value& value) {
    return value.meaning.value_class == ValueClass::compute;
  };
  return !values.empty() && computes(values.front()) &&
         std::any_of(values.begin() + 1, values.end(), computes);
}

NotShown find_not_shown(const DependencyGraph& graph, const NeededStarts& needed) {
  std::vector<OfTrack> tracks(graph.tracks().size());
  const std::vector<Use> uses = uses_of(graph);
  ThreadPool(graph.threads()).for_each(tracks.size(), [&](std::size_t i) {
    tracks[i] = find_in(graph, needed, uses, graph.tracks()[i]);
  });
  NotShown found{.has_unknown_gaps = has_unknown_gaps(graph)};
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
