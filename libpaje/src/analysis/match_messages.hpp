// Finds the pieces in which links start and end.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/eager_sizes.hpp"
#include "analysis/later_calls.hpp"
#include "base/thread_pool.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// Rows of links whose both ends are in containers with tracks.
std::vector<uint32_t> links_between_tracks(const DependencyGraph& graph);

/// By row: the piece in which a link starts, and that in which it ends; kNone if in none.
struct LinkEnds {
  std::vector<uint32_t> sources, targets;
  /// The rows, those that end in one track after the other; and where those of each track begin,
  /// and the end.
  std::vector<uint32_t> by_target, first_by_target;

  [[nodiscard]] bool are_known(uint32_t row) const {
    return sources[row] != DependencyGraph::kNone && targets[row] != DependencyGraph::kNone;
  }
  [[nodiscard]] std::span<const uint32_t> got_by(std::size_t track) const {
    const uint32_t first = first_by_target[track];
    return std::span(by_target).subspan(first, first_by_target[track + 1] - first);
  }
};
/// Of `rows`. `graph` has its pieces.
LinkEnds find_link_ends(const DependencyGraph& graph, const std::vector<uint32_t>& rows,
                        ThreadPool& pool);

/// Puts messages, which are those of one track after the other, in the order of targets, then of
/// links, and finds where their receives were posted.
void sort_messages(const DependencyGraph& graph, std::vector<DependencyGraph::Message>& messages,
                   ThreadPool& pool);

/// Counts the calls of a track from which no message starts, or that got none: by piece, whether it
/// sent or received.
void count_without_message(const DependencyGraph& graph, const DependencyGraph::Track& track,
                           const std::vector<bool>& has_sent, const std::vector<bool>& has_received,
                           DependencyGraph::Counts& counts);

/// Links that are no messages and end in calls of collectives, which `graph` has; on the tracks
/// that are meant, all if none are. O(links log pieces).
uint64_t count_ends_in_collectives(const DependencyGraph& graph,
                                   const std::vector<bool>& of_target = {});

struct MessageMatching {
  std::vector<DependencyGraph::Message> messages;
  std::vector<double> received;    ///< when links come, by row; empty: when they end
  DependencyGraph::Counts counts;  ///< of links and calls only
};

/// `graph` has its pieces. A link that starts at an instant belongs to the sends there, one by one;
/// one that ends, to the receiving calls there. Receives that were posted before are completed in
/// the order of their posting.
MessageMatching match_messages(const DependencyGraph& graph, ThreadPool& pool);

/// The sizes of links by row, 0 where a link has none; empty if no field holds them.
std::vector<double> sizes_of_links(const Trace& trace, const std::string& field);

/// The track of that name; kNone for no name. Throws std::invalid_argument if there is none.
uint32_t find_root(std::span<const DependencyGraph::Track> tracks, const std::string& name);

/// Whether the track that sends a message is one of those; of none if all are.
bool is_sent_by(const DependencyGraph& graph, const DependencyGraph::Message& message,
                const std::vector<bool>& tracks);

/// Which pieces wait for a receiver: blocking sends that end with the link, and waits that got no
/// message of their own at that instant, if the message is larger than those that are sent without
/// waiting. Where sender and receiver do not end at one instant, as in real runs: those that end
/// late in the transfer, if the receive was posted while they lasted, or if blocking senders of
/// messages of such a size wait. `sizes` by link, empty if not known.
std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         const EagerSizes& eager,
                                                         const LaterCalls& later, ThreadPool& pool,
                                                         const std::vector<bool>& of_source = {});

}  // namespace paje
