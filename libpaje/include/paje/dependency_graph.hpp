// Who depends on whom in a run: the pieces of time of each track, the messages between them, and
// the collective calls. Waits, causes, the critical path and predictions are walks over it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/classes.hpp"
#include "paje/export.hpp"
#include "paje/ids.hpp"
#include "paje/trace.hpp"

namespace paje {

struct DependencyOptions {
  Classes classes;
  /// Links have their size from this user-defined field; see UserColumns.
  std::string size_field;
  /// The track that is the root of rooted collectives, by its name; empty: what their field Root
  /// says, else the first for which each call is possible.
  std::string root;
  unsigned threads = 0;  ///< 0: as many as there are cores; results do not depend on it
};

/// The graph of a trace.
///
/// A *piece* is a stretch of a track that its innermost state covers, with one exception: an
/// outermost communication state is one piece with everything inside it. Time that no state covers,
/// between the first and the last of a track, is a piece of the value with the empty name. States
/// of length 0 are pieces too. So the pieces of a track are contiguous: each ends where the next
/// starts.
///
/// Of a part of the time, calls of collectives may be missing at its ends: which belong together
/// depends on their times then, not only on their order.
///
/// Where links connect tasks, a track that a link ends at before its first state begins with the
/// run; and a worker that waits, then fetches data or schedules, then does a task, waited for it.
///
/// Of a container with several types of states the one with communication is the track, else the
/// one with the most states.
///
/// Takes about 12 bytes for each piece and 16 for each link. Links and states are those of the
/// trace, which must live as long.
class PAJE_EXPORT DependencyGraph {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Value {
    std::string_view name;  ///< empty for time that no state covers
    Classes::Meaning meaning;
    std::string_view category;  ///< what the field `cat` of its first state with one says
  };
  /// The pieces [first, last) of a container.
  struct Track {
    ContainerId container;
    TypeId type;
    std::string_view name;  ///< the container's
    uint32_t first = 0;
    uint32_t last = 0;
    [[nodiscard]] uint32_t size() const { return last - first; }
  };
  /// A link whose two ends are in pieces of tracks.
  struct Message {
    uint32_t link = 0;     ///< row of the trace's links
    uint32_t source = 0;   ///< the piece that sends
    uint32_t target = 0;   ///< the piece that receives
    uint32_t posting = 0;  ///< the piece that posted the receive; the target itself if none before
  };
  /// A piece that waits until the receiver of a message has posted its receive.
  struct Rendezvous {
    uint32_t piece = 0;
    uint32_t message = 0;
    double share = 1;  ///< of the transfer: after that the piece goes on
  };
  struct Collective {
    uint32_t first = 0;  ///< its members are members()[first, last), by track
    uint32_t last = 0;
    uint32_t root = kNone;  ///< place among members(); kNone without root
    uint32_t group = 0;     ///< collectives of one group have the same tracks
    CallKind kind = CallKind::barrier;
    bool is_named = false;  ///< by fields of its calls; else that they are one is an assumption
  };
  /// A piece that takes part in a collective.
  struct Membership {
    uint32_t piece = 0;
    uint32_t collective = 0;
  };
  /// A value whose calls the tracks make unequally often: how many tracks make each number of
  /// calls.
  struct UnequalCalls {
    std::string_view value;
    std::vector<std::pair<uint64_t, uint64_t>> tracks_by_count;
  };
  struct Counts {
    uint64_t states = 0;
    uint64_t pieces = 0;
    uint64_t links = 0;
    uint64_t unmatched_starts = 0;      ///< links that start in no communication
    uint64_t unmatched_ends = 0;        ///< links that end in no receiving call
    uint64_t links_outside_tracks = 0;  ///< links with an end in a container without states
    uint64_t ends_in_collectives = 0;   ///< links that end in a call of one, and are no messages
    uint64_t receives_without_message = 0;
    uint64_t sends_without_message = 0;
    uint64_t states_of_other_types = 0;  ///< of containers with several types of states
    /// Calls of collectives whose fields say with which others they belong together.
    uint64_t collective_calls_named = 0;
    uint64_t collective_calls = 0;
    uint64_t messages = 0;           ///< links that connect a sending to a receiving state
    double largest_eager_size = -1;  ///< below 0: no send was seen to end before its link
  };

  /// Throws std::length_error beyond 4 billion pieces or links, std::invalid_argument if the trace
  /// has no links with `size_field` or no track of the name `root`.
  /// O((states + links) log links), on `threads` threads.
  explicit DependencyGraph(const Trace& trace, const DependencyOptions& options = {});
  DependencyGraph(DependencyGraph&&) noexcept;
  DependencyGraph& operator=(DependencyGraph&&) noexcept;
  ~DependencyGraph();

  [[nodiscard]] const paje::Trace& trace() const { return trace_; }
  [[nodiscard]] unsigned threads() const { return threads_; }

  /// From the least start to the greatest end of all states; both 0 without states.
  [[nodiscard]] double start() const { return start_; }
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] double length() const { return end_ - start_; }
  /// Two instants nearer than this are one: 1e-9, or more where doubles are coarser.
  [[nodiscard]] double resolution() const { return resolution_; }

  /// The values by name; the first is the one with the empty name.
  [[nodiscard]] std::span<const Value> values() const { return values_; }
  /// In the natural order of names: rank-2 before rank-10.
  [[nodiscard]] std::span<const Track> tracks() const { return tracks_; }
  /// The track of a container, kNone if it has none.
  [[nodiscard]] uint32_t track_of(ContainerId container) const {
    return track_of_container_[container.index];
  }
  /// The track that a piece is of. O(log tracks).
  [[nodiscard]] uint32_t track_of_piece(uint32_t piece) const;

  // Of a piece. Pieces of a track are numbered in order; between two tracks one number is unused.
  [[nodiscard]] double start(uint32_t piece) const { return piece_starts_[piece]; }
  [[nodiscard]] double end(uint32_t piece) const { return piece_starts_[piece + 1]; }
  [[nodiscard]] double length(uint32_t piece) const { return end(piece) - start(piece); }
  [[nodiscard]] uint32_t value(uint32_t piece) const { return piece_values_[piece]; }
  [[nodiscard]] CallKind kind(uint32_t piece) const {
    return values_[piece_values_[piece]].meaning.kind;
  }
  [[nodiscard]] bool is_useful(uint32_t piece) const {
    return values_[piece_values_[piece]].meaning.value_class == ValueClass::compute;
  }
  /// Idle, or waiting outside of a call.
  [[nodiscard]] bool is_idle(uint32_t piece) const {
    const ValueClass value_class = values_[piece_values_[piece]].meaning.value_class;
    return value_class == ValueClass::idle || value_class == ValueClass::waiting;
  }
  /// One more than the greatest number of a piece.
  [[nodiscard]] uint32_t piece_limit() const { return static_cast<uint32_t>(piece_values_.size()); }

  /// In the order of their targets, those of one in the order of links.
  [[nodiscard]] std::span<const Message> messages() const { return messages_; }
  [[nodiscard]] double sent(const Message& message) const { return sent_[message.link]; }
  /// The piece from whose start a replay counts the time until a message is sent. That is its
  /// source. A task that sends when it ends counts from the piece after it: what delays the end of
  /// the task delays the message.
  [[nodiscard]] uint32_t sending_piece(const Message& message) const {
    const bool is_at_end =
        links_connect_tasks_ && sent(message) >= end(message.source) - resolution_;
    return message.source + (is_at_end ? 1 : 0);
  }
  /// When its link ends; where links connect tasks and a worker fetches or schedules before a task,
  /// when it stops waiting.
  [[nodiscard]] double received(const Message& message) const { return received_[message.link]; }
  /// When the receive was posted.
  [[nodiscard]] double posted(const Message& message) const { return start(message.posting); }
  /// In the order of pieces.
  [[nodiscard]] std::span<const Rendezvous> rendezvous() const { return rendezvous_; }

  [[nodiscard]] std::span<const Collective> collectives() const { return collectives_; }
  /// Pieces.
  [[nodiscard]] std::span<const uint32_t> members() const { return members_; }
  [[nodiscard]] std::span<const uint32_t> members(const Collective& collective) const {
    return members().subspan(collective.first, collective.last - collective.first);
  }
  /// In the order of pieces.
  [[nodiscard]] std::span<const Membership> memberships() const { return memberships_; }
  /// The tracks of a group of collectives, in order.
  [[nodiscard]] std::span<const std::vector<uint32_t>> groups() const { return groups_; }

  /// No state is a call that communicates, besides kernels of NCCL: then links connect tasks. A
  /// task that links end at waits for them in the idle or waiting piece before it, and time that no
  /// state covers is idle.
  [[nodiscard]] bool links_connect_tasks() const { return links_connect_tasks_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::span<const UnequalCalls> unequal_calls() const { return unequal_calls_; }

 private:
  friend class GraphBuilder;
  /// Without tracks, for a GraphBuilder to fill.
  DependencyGraph(Trace trace, unsigned threads);

  Trace trace_;
  unsigned threads_ = 0;
  double start_ = 0;
  double end_ = 0;
  double resolution_ = 1e-9;
  std::vector<Value> values_;
  std::vector<Track> tracks_;
  std::vector<uint32_t> track_of_container_;
  std::vector<double> piece_starts_;
  std::vector<uint32_t> piece_values_;
  std::span<const double> sent_;
  std::span<const double> received_;
  std::vector<double> own_received_;  // of links that come at other times than they end
  std::vector<Message> messages_;
  std::vector<Rendezvous> rendezvous_;
  std::vector<Collective> collectives_;
  std::vector<uint32_t> members_;
  std::vector<Membership> memberships_;
  std::vector<std::vector<uint32_t>> groups_;
  std::vector<UnequalCalls> unequal_calls_;
  bool links_connect_tasks_ = false;
  Counts counts_;
};

}  // namespace paje
