#include "analysis/later_calls.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "analysis/eager_sizes.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

std::span<const Message> messages_to(const DependencyGraph& graph, uint32_t piece) {
  const auto messages = graph.messages();
  const auto first = std::partition_point(messages.begin(), messages.end(),
                                          [&](const Message& m) { return m.target < piece; });
  auto last = first;
  while (last != messages.end() && last->target == piece) ++last;
  return {first, last};
}

}  // namespace

LaterCalls::LaterCalls(const DependencyGraph& graph, ThreadPool& pool)
    : graph_(graph), waits_(graph.tracks().size()) {
  const auto values = graph.values();
  const bool has_waits = std::any_of(values.begin(), values.end(), [](const auto& value) {
    return value.meaning.kind == CallKind::wait;
  });
  if (!has_waits) return;
  pool.for_each(waits_.size(), [&](std::size_t i) {
    const auto& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (graph.kind(piece) == CallKind::wait) waits_[i].push_back(piece);
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
  const bool has_other_reason =
      is_exchange ? !got_only_sent_before(piece, posted) : !got_nothing(piece);
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

// Whether no other send can be under way in a wait: of several, which one ended it is not known.
bool LaterCalls::is_only_send_before(uint32_t wait, const Message& message) const {
  for (uint32_t piece = message.source + 1; piece < wait; ++piece) {
    if (graph_.kind(piece) == CallKind::send) return false;
  }
  const auto links = graph_.trace().links();
  const auto& track = graph_.tracks()[graph_.track_of(links.start_container[message.link])];
  for (uint32_t piece = message.source; piece-- > track.first;) {
    if (graph_.kind(piece) == CallKind::wait) return true;
    if (graph_.kind(piece) == CallKind::send) return false;
  }
  return true;
}

// Late in the transfer, or not long after.
bool LaterCalls::ends_about_with(uint32_t piece, const Message& message) const {
  const double received = graph_.received(message);
  const double most = (1 - kMostOfTransfer) * (received - ready_time(graph_, message));
  return most > 0 && std::abs(graph_.end(piece) - received) <= most;
}

bool LaterCalls::got_nothing(uint32_t piece) const { return messages_to(graph_, piece).empty(); }

bool LaterCalls::got_only_sent_before(uint32_t piece, double time) const {
  const auto own = messages_to(graph_, piece);
  return std::all_of(own.begin(), own.end(), [&](const Message& message) {
    return graph_.sent(message) <= time - graph_.resolution();
  });
}

}  // namespace paje
