// Receives from any source (MPI_ANY_SOURCE) match the message that arrives first. Under other
// conditions that may be another message.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Tracks that seem to receive from any source: the order of their sources does not repeat, and
/// messages are nearly always received in the order of sending. O(messages).
std::vector<uint32_t> tracks_of_any_source(const DependencyGraph& graph);

struct ChangedOrder {
  uint64_t receives = 0;  ///< on these tracks
  uint64_t changed = 0;   ///< receives whose next message is sent earlier in the predicted run
  double waited = 0;  ///< time spent waiting for such messages, on the track with the most of it
};
/// `starts`: the start of each piece in the predicted run. O(messages).
ChangedOrder find_changed_order(const DependencyGraph& graph, const std::vector<uint32_t>& tracks,
                                const std::vector<double>& starts);

}  // namespace paje
