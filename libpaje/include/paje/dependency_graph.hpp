// The dependencies in a run: the pieces of time of each track, the messages between them, and the
// collective calls. Waits, causes, the critical path and predictions are computed from it.
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
  Classes classes{};
  /// User-defined field with the size of a link; see UserColumns.
  std::string size_field{};
  /// Name of the track that is the root of rooted collectives. Empty: the field Root decides, or
  /// else the first track for which each call is possible.
  std::string root{};
  unsigned threads = 0;  ///< 0: as many as there are cores; results do not depend on it
};

/// The graph of a trace.
///
/// A *piece* is a stretch of a track with the same innermost state, with one exception: an
/// outermost communication state is one piece, including everything inside it. Time without a
/// state, between the first and the last state of a track, is a piece of the value with the empty
/// name. States of length 0 are pieces, too. So the pieces of a track are contiguous: each ends
/// where the next starts.
///
/// If only a part of the time was read, calls of collectives may be missing at its ends. Then calls
/// are grouped by their times, not only by their order.
///
/// If links connect tasks: a track that receives a link before its first state starts with the run.
/// A worker that waits, then fetches data or schedules, then runs a task, has waited for that task.
///
/// A container with several state types is represented by the type with communication, or else by
/// the one with the most states.
///
/// Memory: about 12 bytes per piece and 16 per link. Keeps a copy of the Trace, whose links and
/// states it refers to.
class PAJE_EXPORT DependencyGraph {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Value {
    std::string_view name;  ///< empty for time that no state covers
    Classes::Meaning meaning;
    std::string_view category;  ///< the field `cat` of the first state that has one
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
  /// A link with both ends in pieces of tracks.
  struct Message {
    uint32_t link = 0;     ///< row of the trace's links
    uint32_t source = 0;   ///< the piece that sends
    uint32_t target = 0;   ///< the piece that receives
    uint32_t posting = 0;  ///< the piece that posted the receive; `target` if no earlier one did
  };
  /// A piece that waits until the receiver of a message has posted its receive.
  struct Rendezvous {
    uint32_t piece = 0;
    uint32_t message = 0;
    double share = 1;  ///< the piece continues after this share of the transfer
  };
  struct Collective {
    uint32_t first = 0;  ///< members are members()[first, last), by track
    uint32_t last = 0;
    uint32_t root = kNone;  ///< index in members(); kNone if it has no root
    uint32_t group = 0;     ///< collectives with the same group have the same tracks
    CallKind kind = CallKind::barrier;
    bool is_named = false;  ///< grouped by fields of the calls, not by assumption
  };
  /// A piece that is a call of a collective.
  struct Membership {
    uint32_t piece = 0;
    uint32_t collective = 0;
  };
  /// A value that tracks call unequally often: how many tracks make each number of calls, as pairs
  /// of calls and tracks.
  struct UnequalCalls {
    std::string_view value;
    std::vector<std::pair<uint64_t, uint64_t>> tracks_by_count;
  };
  struct Counts {
    uint64_t states = 0;
    uint64_t pieces = 0;
    uint64_t links = 0;
    uint64_t unmatched_starts = 0;      ///< links that start outside communication
    uint64_t unmatched_ends = 0;        ///< links that end outside receiving calls
    uint64_t links_outside_tracks = 0;  ///< links with an end in a container without states
    uint64_t ends_in_collectives = 0;   ///< links that end in a collective call: no messages
    uint64_t receives_without_message = 0;
    uint64_t sends_without_message = 0;
    uint64_t states_of_other_types = 0;  ///< in containers with several state types
    /// Calls of collectives that are grouped by their fields.
    uint64_t collective_calls_named = 0;
    uint64_t collective_calls = 0;
    /// Operations whose root, by the fields of their calls, does not take part: it is guessed.
    uint64_t foreign_roots = 0;
    uint64_t messages = 0;           ///< links from a sending to a receiving state
    double largest_eager_size = -1;  ///< below 0: no send ended before its link
  };

  /// Throws std::length_error for more than 4 billion pieces or links; std::invalid_argument if no
  /// link has the field `size_field`, or no track has the name `root`. O((states + links) log
  /// links), on `threads` threads.
  explicit DependencyGraph(const Trace& trace, const DependencyOptions& options = {});
  DependencyGraph(DependencyGraph&&) noexcept;
  DependencyGraph& operator=(DependencyGraph&&) noexcept;
  ~DependencyGraph();

  [[nodiscard]] const paje::Trace& trace() const { return trace_; }
  [[nodiscard]] unsigned threads() const { return threads_; }

  /// The earliest start and the latest end of all states; both 0 without states.
  [[nodiscard]] double start() const { return start_; }
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] double length() const { return end_ - start_; }
  /// Times that differ by less are equal: 1e-9, or more if doubles are coarser.
  [[nodiscard]] double resolution() const { return resolution_; }

  /// The values, sorted by name; the first has the empty name.
  [[nodiscard]] std::span<const Value> values() const { return values_; }
  /// In the natural order of names: rank-2 before rank-10.
  [[nodiscard]] std::span<const Track> tracks() const { return tracks_; }
  /// The track of a container, kNone if it has none.
  [[nodiscard]] uint32_t track_of(ContainerId container) const {
    return track_of_container_[container.index];
  }
  /// The track of a piece. O(log tracks).
  [[nodiscard]] uint32_t track_of_piece(uint32_t piece) const;

  // For a piece. Pieces of a track are numbered in order; between two tracks one number is unused.
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
  /// Idle, or waiting outside of calls.
  [[nodiscard]] bool is_idle(uint32_t piece) const {
    const ValueClass value_class = values_[piece_values_[piece]].meaning.value_class;
    return value_class == ValueClass::idle || value_class == ValueClass::waiting;
  }
  /// One more than the greatest piece number.
  [[nodiscard]] uint32_t piece_limit() const { return static_cast<uint32_t>(piece_values_.size()); }

  /// Sorted by target, then by link.
  [[nodiscard]] std::span<const Message> messages() const { return messages_; }
  [[nodiscard]] double sent(const Message& message) const { return sent_[message.link]; }
  /// The piece from whose start a replay measures the time until the message is sent: its source.
  /// If a task sends when it ends, it is the next piece, so that a delay of the task's
  /// end delays the message.
  [[nodiscard]] uint32_t sending_piece(const Message& message) const {
    const bool is_at_end =
        links_connect_tasks_ && sent(message) >= end(message.source) - resolution_;
    return message.source + (is_at_end ? 1 : 0);
  }
  /// The end of the link. If links connect tasks and a worker fetches or schedules before a task,
  /// the time when it stops waiting.
  [[nodiscard]] double received(const Message& message) const { return received_[message.link]; }
  /// When the receive was posted.
  [[nodiscard]] double posted(const Message& message) const { return start(message.posting); }
  /// Sorted by piece.
  [[nodiscard]] std::span<const Rendezvous> rendezvous() const { return rendezvous_; }

  [[nodiscard]] std::span<const Collective> collectives() const { return collectives_; }
  /// Pieces.
  [[nodiscard]] std::span<const uint32_t> members() const { return members_; }
  [[nodiscard]] std::span<const uint32_t> members(const Collective& collective) const {
    return members().subspan(collective.first, collective.last - collective.first);
  }
  /// Sorted by piece.
  [[nodiscard]] std::span<const Membership> memberships() const { return memberships_; }
  /// The tracks of each group of collectives, in order.
  [[nodiscard]] std::span<const std::vector<uint32_t>> groups() const { return groups_; }

  /// Whether no state is a communication call, except kernels of NCCL: then links connect tasks. A
  /// task waits for its incoming links in the idle or waiting piece before it, and time without a
  /// state is idle.
  [[nodiscard]] bool links_connect_tasks() const { return links_connect_tasks_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::span<const UnequalCalls> unequal_calls() const { return unequal_calls_; }

 private:
  friend class GraphBuilder;
  /// Without tracks; GraphBuilder fills it.
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
  std::vector<double> own_received_;  // used if some links arrive at other times than they end
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
