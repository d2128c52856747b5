// Receives that get whatever message comes first, as by MPI_ANY_SOURCE: under other conditions
// another one may.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// Tracks that seem to have such receives: their messages come from others in an order that does
/// not repeat, and nearly always the one that was sent first comes first. O(messages).
std::vector<uint32_t> tracks_of_any_source(const DependencyGraph& graph);

struct ChangedOrder {
  uint64_t receives = 0;  ///< of these tracks
  uint64_t changed = 0;   ///< before whose message the next one is sent in the predicted run
  double waited = 0;      ///< for such messages, of the track that does so longest
};
/// `starts`: when each piece starts then. O(messages).
ChangedOrder find_changed_order(const DependencyGraph& graph, const std::vector<uint32_t>& tracks,
                                const std::vector<double>& starts);

}  // namespace paje
