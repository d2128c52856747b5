// Which sizes of messages a blocking send passes on without waiting for the receiver.
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

/// When both sides of a message were there.
[[nodiscard]] inline double ready_time(const DependencyGraph& graph,
                                       const DependencyGraph::Message& message) {
  return std::max(graph.sent(message), graph.posted(message));
}

/// The share of the transfer of a message after which its sender went on at `time`: 1 if it had
/// come by then, 0 or less if the transfer had not begun. Senders of real runs return some
/// microseconds before their receivers do.
[[nodiscard]] inline double share_of_transfer(const DependencyGraph& graph,
                                              const DependencyGraph::Message& message,
                                              double time) {
  const double received = graph.received(message);
  if (time >= received - graph.resolution()) return 1;
  const double ready = ready_time(graph, message);
  return received > ready ? (time - ready) / (received - ready) : 0;
}

/// When that share of a transfer was over which ended at `received`.
[[nodiscard]] inline double time_within(const DependencyGraph& graph,
                                        const DependencyGraph::Message& message, double received,
                                        double share) {
  if (share == 1) return received;
  const double ready = ready_time(graph, message);
  return ready + share * (received - ready);
}

/// A sender that leaves later than this was there until the message had come.
inline constexpr double kMostOfTransfer = 0.5;

/// How many senders of messages of one size did not wait for the receiver, and how many did though
/// it came after them.
struct SizeEvidence {
  double size = 0;
  uint64_t early = 0;
  uint64_t waiting = 0;
};

/// By size; if no sizes are known, all have one.
struct SendingEvidence {
  /// Blocking sends that ended early in the transfer, or before; and late. Empty without sizes.
  std::vector<SizeEvidence> in_sends;
  std::vector<SizeEvidence> in_later_calls;
};

/// Of messages that certain tracks send, of all if none are named.
/// O(messages log messages + different sizes log different sizes).
SendingEvidence find_sending_evidence(const DependencyGraph& graph, std::span<const double> sizes,
                                      const LaterCalls& later, ThreadPool& pool,
                                      const std::vector<bool>& of_source = {});

struct EagerSizes {
  /// The greatest size that blocking sends pass on without waiting; below 0 if none was seen to.
  double largest = -1;
  /// The least greater size of a message whose blocking send was seen to wait.
  double least_waiting = std::numeric_limits<double>::infinity();
  /// The same of later calls, by what those and blocking sends say.
  double least_in_later_calls = std::numeric_limits<double>::infinity();
};

/// The limits that the fewest sends contradict; the least of several. A few sends of a real run
/// contradict any: their receiver was interrupted. A size may be there several times.
EagerSizes find_eager_sizes(SendingEvidence evidence);

}  // namespace paje
