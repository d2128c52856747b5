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

/// Rows of links with both ends in containers that have tracks.
std::vector<uint32_t> links_between_tracks(const DependencyGraph& graph);

/// By row: the pieces in which a link starts and ends; kNone if in none.
struct LinkEnds {
  std::vector<uint32_t> sources, targets;
  /// The rows grouped by the track in which they end; and where each track starts, then the end.
  std::vector<uint32_t> by_target, first_by_target;

  [[nodiscard]] bool are_known(uint32_t row) const {
    return sources[row] != DependencyGraph::kNone && targets[row] != DependencyGraph::kNone;
  }
  [[nodiscard]] std::span<const uint32_t> got_by(std::size_t track) const {
    const uint32_t first = first_by_target[track];
    return std::span(by_target).subspan(first, first_by_target[track + 1] - first);
  }
};
/// For links `rows`. `graph` must have its pieces.
LinkEnds find_link_ends(const DependencyGraph& graph, const std::vector<uint32_t>& rows,
                        ThreadPool& pool);

/// Sorts messages, which are grouped by track, by target, then link, and finds where their receives
/// were posted.
void sort_messages(const DependencyGraph& graph, std::vector<DependencyGraph::Message>& messages,
                   ThreadPool& pool);

/// Counts the calls of a track that send but start no message, and those that receive but get none.
/// `has_sent`, `has_received`: by piece.
void count_without_message(const DependencyGraph& graph, const DependencyGraph::Track& track,
                           const std::vector<bool>& has_sent, const std::vector<bool>& has_received,
                           DependencyGraph::Counts& counts);

/// Counts links that are not messages and end in collective calls of `graph`, on the tracks in
/// `of_target`; on all tracks if it is empty. O(links log pieces).
uint64_t count_ends_in_collectives(const DependencyGraph& graph,
                                   const std::vector<bool>& of_target = {});

struct MessageMatching {
  std::vector<DependencyGraph::Message> messages;
  std::vector<double> received;    ///< arrival of links, by row; empty: their ends
  DependencyGraph::Counts counts;  ///< only of links and calls
};

/// `graph` must have its pieces. Links that start at the same time belong to the sends at that
/// time, one each; links that end at the same time, to the receiving calls there. Posted receives
/// are completed in the order in which they were posted.
MessageMatching match_messages(const DependencyGraph& graph, ThreadPool& pool);

/// The sizes of links by row; 0 if a link has none; empty without such a field.
std::vector<double> sizes_of_links(const Trace& trace, const std::string& field);

/// The track with that name; kNone if `name` is empty. Throws std::invalid_argument if there is
/// none.
uint32_t find_root(std::span<const DependencyGraph::Track> tracks, const std::string& name);

/// Whether the sender of a message is one of `tracks`; always if `tracks` is empty.
bool is_sent_by(const DependencyGraph& graph, const DependencyGraph::Message& message,
                const std::vector<bool>& tracks);

/// Finds pieces that wait for a receiver: blocking sends that end with the link, and waits that end
/// with it and received no message then, if the message is larger than those that are sent without
/// waiting. In real runs, sender and receiver do not end at the same time. There, a piece counts
/// that ends late in the transfer, if the receive was posted during it, or if blocking sends of
/// that size wait. `sizes`: by link; empty if unknown.
std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         const EagerSizes& eager,
                                                         const LaterCalls& later, ThreadPool& pool,
                                                         const std::vector<bool>& of_source = {});

}  // namespace paje
