// Finds the pieces in which links start and end.
#pragma once

#include <vector>

#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

struct MessageMatching {
  std::vector<DependencyGraph::Message> messages;
  DependencyGraph::Counts counts;  ///< of links and calls only
};

/// `graph` has its pieces. A link that starts at an instant belongs to the sends there, one by one;
/// one that ends, to the receiving calls there. Receives that were posted before are completed in
/// the order of their posting.
MessageMatching match_messages(const DependencyGraph& graph, ThreadPool& pool);

/// Which pieces wait for a receiver: blocking sends that end with the link, and waits that got no
/// message of their own at that instant, if the message is larger than all that were seen to be
/// sent without waiting. `sizes` by link, empty if not known; sets counts.largest_eager_size.
std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         ThreadPool& pool,
                                                         double& largest_eager_size);

}  // namespace paje
