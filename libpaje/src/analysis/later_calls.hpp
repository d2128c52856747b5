// What the later calls of a sender say about whether it waited for the receiver, where they do not
// end with the link, as in real runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// A blocking send that is over before the receive was posted does not need it, nor does a wait for
/// one. One that goes on then and ends about when the transfer does may have waited for it.
enum class SendingSign : uint8_t { none, did_not_wait, waited };

struct LaterCall {
  SendingSign sign = SendingSign::none;
  uint32_t piece = DependencyGraph::kNone;  ///< that waited
};

class LaterCalls {
 public:
  /// O(pieces) if any value is a wait.
  LaterCalls(const DependencyGraph& graph, ThreadPool& pool);

  /// Of a message whose receive was posted after it was sent: the call that both sends and
  /// receives, or the last wait of the sender that began before the receive was posted, if no other
  /// send was under way. O(log calls).
  [[nodiscard]] LaterCall of(const DependencyGraph::Message& message) const;

 private:
  [[nodiscard]] uint32_t wait_of(const DependencyGraph::Message& message) const;
  [[nodiscard]] bool is_only_send_before(uint32_t wait,
                                         const DependencyGraph::Message& message) const;
  [[nodiscard]] bool ends_about_with(uint32_t piece, const DependencyGraph::Message& message) const;
  // Whether those are `most` messages or fewer, and all were sent before.
  [[nodiscard]] bool got_only_sent_before(uint32_t piece, double time, std::size_t most) const;

  const DependencyGraph& graph_;
  std::vector<std::vector<uint32_t>> waits_, sends_;  // by track
};

}  // namespace paje
