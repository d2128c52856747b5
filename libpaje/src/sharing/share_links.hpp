// Links of a dependency graph that several processes have a share of: each link goes to the
// processes that have the tracks at its ends, and they send each other the pieces in which it
// starts and ends.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/match_messages.hpp"
#include "paje/sharing.hpp"
#include "sharing/far_pieces.hpp"

namespace paje {

/// Which process has the track of each container; kNone if it has none.
using TrackOwners = std::vector<uint32_t>;  // by track

/// Gives a share of a trace the links that its tracks need, in place of those that it read, in the
/// order that they have in the whole trace. Returns their sizes; empty if links have none.
std::vector<double> share_links(SharedTrace& share, std::vector<double> sizes, bool has_sizes,
                                const TrackChoice& choice, const TrackOwners& owners,
                                Exchange& exchange);

/// The messages of the links of a share, and the pieces of others that they are in.
class ShareMatching {
 public:
  /// `graph` has the pieces of the tracks of this process.
  ShareMatching(const DependencyGraph& graph, const TrackOwners& owners, Exchange& exchange)
      : graph_(graph), owners_(owners), exchange_(exchange) {}

  void run(ThreadPool& pool);
  /// Of the tracks of this process.
  [[nodiscard]] const DependencyGraph::Counts& counts() const { return counts_; }
  /// Adds the pieces of other tracks.
  void put_far(FarPieces& far) const;
  /// The messages, by the graph of joined pieces.
  [[nodiscard]] std::vector<DependencyGraph::Message> messages(const DependencyGraph& joined) const;

 private:
  [[nodiscard]] uint32_t source_track(uint32_t row) const;
  [[nodiscard]] uint32_t target_track(uint32_t row) const;
  [[nodiscard]] bool is_mine(uint32_t track) const { return owners_[track] == exchange_.rank(); }
  void exchange_ends();
  void find_postings(ThreadPool& pool);
  void exchange_postings();
  void count();

  const DependencyGraph& graph_;
  const TrackOwners& owners_;
  Exchange& exchange_;
  LinkEnds ends_;
  std::vector<uint32_t> postings_;  // by row, of those that end here
  // By row: where the other end is, or was posted, if another process has that.
  std::vector<std::optional<FarPiece>> far_end_, far_posting_;
  DependencyGraph::Counts counts_;
};

}  // namespace paje
