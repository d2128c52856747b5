// Up to which size blocking sends do not wait for the receiver (eager protocol).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "analysis/later_calls.hpp"
#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// When both sides of a message were ready.
[[nodiscard]] inline double ready_time(const DependencyGraph& graph,
                                       const DependencyGraph::Message& message) {
  return std::max(graph.sent(message), graph.posted(message));
}

/// The share of a message's transfer that was over at `time`, when its sender continued: 1 if the
/// message had arrived, 0 or less if the transfer had not started. In real runs, senders return
/// some microseconds before their receivers.
[[nodiscard]] inline double share_of_transfer(const DependencyGraph& graph,
                                              const DependencyGraph::Message& message,
                                              double time) {
  const double received = graph.received(message);
  if (time >= received - graph.resolution()) return 1;
  const double ready = ready_time(graph, message);
  return received > ready ? (time - ready) / (received - ready) : 0;
}

/// When this share of a transfer that ended at `received` was over.
[[nodiscard]] inline double time_within(const DependencyGraph& graph,
                                        const DependencyGraph::Message& message, double received,
                                        double share) {
  if (share == 1) return received;
  const double ready = ready_time(graph, message);
  return ready + share * (received - ready);
}

/// A sender that leaves after this share of the transfer has waited for the message.
inline constexpr double kMostOfTransfer = 0.5;

/// For one size: the number of senders that did not wait for the receiver, and of those that waited
/// for a receiver that came later.
struct SizeEvidence {
  double size = 0;
  uint64_t early = 0;
  uint64_t waiting = 0;
};

/// By size; all messages have one size if sizes are unknown.
struct SendingEvidence {
  /// Blocking sends that ended before the transfer or early in it, and those that ended late. Empty
  /// if sizes are unknown.
  std::vector<SizeEvidence> in_sends;
  std::vector<SizeEvidence> in_later_calls;
};

/// For messages sent by the given tracks; by all if `of_source` is empty.
/// O(messages log messages + different sizes log different sizes).
SendingEvidence find_sending_evidence(const DependencyGraph& graph, std::span<const double> sizes,
                                      const LaterCalls& later, ThreadPool& pool,
                                      const std::vector<bool>& of_source = {});

struct EagerSizes {
  /// The greatest size that blocking sends send without waiting; below 0 if none was seen.
  double largest = -1;
  /// The least greater size of a message whose blocking send waited.
  double least_waiting = std::numeric_limits<double>::infinity();
  /// The same for waits in later calls, from the evidence of both.
  double least_in_later_calls = std::numeric_limits<double>::infinity();
};

/// The limits that the fewest sends contradict; the least of several. In real runs, a few sends
/// contradict any limit, because their receiver was interrupted. Sizes may be repeated.
EagerSizes find_eager_sizes(SendingEvidence evidence);

}  // namespace paje
