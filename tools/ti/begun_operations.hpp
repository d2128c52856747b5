// Collective operations that one call begins and a later one completes. SimGrid's replay does not
// wait for them, so what others wait for in a broadcast or a scatter becomes messages: from the
// call of the root to the wait of each other member. Actions have no form for the other operations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "ti/call_sizes.hpp"

namespace paje::tools {

class BegunOperations {
 public:
  /// `default_bytes`: of calls without a size.
  BegunOperations(const DependencyGraph& graph, const CallSizes& sizes, double default_bytes)
      : graph_(graph), sizes_(sizes), default_bytes_(default_bytes) {}

  static bool is_begin(CallKind kind) {
    return kind == CallKind::post_all_to_all || kind == CallKind::post_one_to_all ||
           kind == CallKind::post_all_to_one;
  }
  [[nodiscard]] static bool has_messages(const DependencyGraph::Collective& collective) {
    return collective.kind == CallKind::post_one_to_all &&
           collective.root != DependencyGraph::kNone;
  }
  /// A call that begins an operation and has no action.
  void add_call(uint32_t piece);
  /// The actions of a member of an operation that has messages. Tracks have to come one after the
  /// other, each with its pieces in order.
  std::string messages(uint32_t piece, const DependencyGraph::Collective& collective);
  /// The actions that complete what the track has sent since the last call of this.
  std::string waits();
  /// Of the calls whose operations became no messages.
  void add_losses(std::map<std::string, uint64_t>& losses) const;

 private:
  struct Sent {
    uint32_t from, to;
    uint64_t tag;
  };

  const DependencyGraph& graph_;
  const CallSizes& sizes_;
  double default_bytes_;
  std::vector<Sent> sent_;  // by one track, and not completed
  int64_t calls_ = 0;       // that have no messages
  double bytes_ = 0;        // of these
};

}  // namespace paje::tools
