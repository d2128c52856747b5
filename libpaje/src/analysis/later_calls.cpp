#include "analysis/later_calls.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/eager_sizes.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

}  // namespace

LaterCalls::LaterCalls(const DependencyGraph& graph, ThreadPool& pool)
    : graph_(graph), waits_(graph.tracks().size()), sends_(graph.tracks().size()) {
  const auto values = graph.values();
  const bool has_waits = std::any_of(values.begin(), values.end(), [](const auto& value) {
    return value.meaning.kind == CallKind::wait;
  });
  if (!has_waits) return;
  pool.for_each(waits_.size(), [&](std::size_t i) {
    const auto& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      const CallKind kind = graph.kind(piece);
      if (kind == CallKind::wait) waits_[i].push_back(piece);
      if (kind == CallKind::send) sends_[i].push_back(piece);
    }
  });
}

LaterCall LaterCalls::of(const Message& message) const {
  const double posted = graph_.posted(message);
  if (posted <= graph_.sent(message) + graph_.resolution()) return {};
  const CallKind kind = graph_.kind(message.source);
  const bool is_exchange = kind == CallKind::send_receive;
  if (!is_exchange && kind != CallKind::send) return {};
  const uint32_t piece = is_exchange ? message.source : wait_of(message);
  if (piece == DependencyGraph::kNone) return {};
  if (graph_.end(piece) < posted - graph_.resolution()) return {SendingSign::did_not_wait, piece};
  const bool has_other_reason = !got_only_sent_before(piece, posted, is_exchange ? 1 : 0);
  if (has_other_reason || !ends_about_with(piece, message)) return {};
  return {SendingSign::waited, piece};
}

uint32_t LaterCalls::wait_of(const Message& message) const {
  const LinkColumns links = graph_.trace().links();
  const auto& waits = waits_[graph_.track_of(links.start_container[message.link])];
  const double posted = graph_.posted(message);
  const auto next = std::partition_point(waits.begin(), waits.end(), [&](uint32_t piece) {
    return graph_.start(piece) < posted - graph_.resolution();
  });
  if (next == waits.begin() || *(next - 1) < message.source) return DependencyGraph::kNone;
  const uint32_t wait = *(next - 1);
  return is_only_send_before(wait, message) ? wait : DependencyGraph::kNone;
}

// Whether no other send can be under way in a wait: with several, it is unknown which one ended it.
bool LaterCalls::is_only_send_before(uint32_t wait, const Message& message) const {
  const LinkColumns links = graph_.trace().links();
  const uint32_t track = graph_.track_of(links.start_container[message.link]);
  const auto& sends = sends_[track];
  const auto own = std::lower_bound(sends.begin(), sends.end(), message.source);
  if (own != sends.end() && own + 1 != sends.end() && *(own + 1) < wait) return false;
  if (own == sends.begin()) return true;
  const auto& waits = waits_[track];
  const auto after = std::upper_bound(waits.begin(), waits.end(), *(own - 1));
  return after != waits.end() && *after < message.source;
}

// Whether the piece ends late in the transfer, or shortly after it.
bool LaterCalls::ends_about_with(uint32_t piece, const Message& message) const {
  const double received = graph_.received(message);
  const double most = (1 - kMostOfTransfer) * (received - ready_time(graph_, message));
  return most > 0 && std::abs(graph_.end(piece) - received) <= most;
}

bool LaterCalls::got_only_sent_before(uint32_t piece, double time, std::size_t most) const {
  const auto messages = graph_.messages();
  auto own = std::partition_point(messages.begin(), messages.end(),
                                  [&](const Message& m) { return m.target < piece; });
  for (; own != messages.end() && own->target == piece; ++own) {
    if (most-- == 0 || graph_.sent(*own) > time - graph_.resolution()) return false;
  }
  return true;
}

}  // namespace paje
