// Evidence from later calls of a sender about whether it waited for the receiver. In real runs,
// such calls do not end exactly with the link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// A blocking send, or a later wait for it, that ends before the receive was posted did not wait
/// for the receiver. One that lasts beyond that, and ends at about the same time as the transfer,
/// may have waited for it.
enum class SendingSign : uint8_t { none, did_not_wait, waited };

struct LaterCall {
  SendingSign sign = SendingSign::none;
  uint32_t piece = DependencyGraph::kNone;  ///< the piece that waited
};

class LaterCalls {
 public:
  /// O(pieces) if any value is a wait.
  LaterCalls(const DependencyGraph& graph, ThreadPool& pool);

  /// For a message whose receive was posted after it was sent. Examines the call, if it both sends
  /// and receives, or the sender's last wait that started before the receive was posted, if no
  /// other send was under way. O(log calls).
  [[nodiscard]] LaterCall of(const DependencyGraph::Message& message) const;

 private:
  [[nodiscard]] uint32_t wait_of(const DependencyGraph::Message& message) const;
  [[nodiscard]] bool is_only_send_before(uint32_t wait,
                                         const DependencyGraph::Message& message) const;
  [[nodiscard]] bool ends_about_with(uint32_t piece, const DependencyGraph::Message& message) const;
  // Whether the piece received at most `most` messages, all sent before `time`.
  [[nodiscard]] bool got_only_sent_before(uint32_t piece, double time, std::size_t most) const;

  const DependencyGraph& graph_;
  std::vector<std::vector<uint32_t>> waits_, sends_;  // by track
};

}  // namespace paje
