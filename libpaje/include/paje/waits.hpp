// Wait states of a run: which track waits for which, how long, and why. After Scalasca's wait
// states, and Böhme, Geimer, Wolf and Arnold, "Identifying the root causes of wait states in
// large-scale parallel applications" (ICPP 2010).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

enum class WaitKind : uint8_t {
  late_sender,      ///< a receive that started before its message was sent
  late_receiver,    ///< a send that started before its receive was posted
  wait_at_nxn,      ///< an all-to-all operation that started before the last member arrived
  wait_at_barrier,  ///< a barrier that started before the last member arrived
  late_broadcast,   ///< a one-to-all operation that started before its root arrived
  early_reduce,     ///< the root of an all-to-one operation that arrived before the first sender
  idle_thread,      ///< a thread of a team without work until the next parallel region
};
inline constexpr std::size_t kWaitKinds = 7;
PAJE_EXPORT std::string_view spelling(WaitKind kind);

/// For late senders: whether a message that was sent earlier than the awaited one is received
/// later.
enum class WrongOrder : uint8_t { no, same_source, other_source };
/// Empty for WrongOrder::no.
PAJE_EXPORT std::string_view spelling(WrongOrder order);

/// The first part of a piece, in which it can only wait.
struct Wait {
  uint32_t piece = 0;
  uint32_t whom = 0;  ///< the track it waits for
  double amount = 0;
  WaitKind kind = WaitKind::late_sender;
  WrongOrder wrong_order = WrongOrder::no;
};

/// A wait with the properties of its piece.
struct PlacedWait {
  Wait wait;
  uint32_t track = 0;
  uint32_t value = 0;  ///< index of a value of the graph
  double start = 0;
};

/// All waits longer than the graph's resolution, at most one per piece and never longer than it,
/// sorted by piece. O(pieces + messages).
PAJE_EXPORT std::vector<Wait> find_waits(const DependencyGraph& graph);
PAJE_EXPORT std::vector<PlacedWait> place_waits(const DependencyGraph& graph,
                                                const std::vector<Wait>& waits);

/// Additional waits of the roots of all-to-one operations. early_reduce ends when the first member
/// arrives; these last from there until the last member arrives, and are caused by it. Sorted by
/// piece. O(pieces of collectives).
PAJE_EXPORT std::vector<Wait> find_root_waits(const DependencyGraph& graph);

/// What made others wait: a value on a track.
struct Cause {
  uint32_t track = 0;
  uint32_t value = 0;    ///< index of a value of the graph, kBefore or kUnexplained
  double direct = 0;     ///< time that tracks waited directly for this one
  double passed_on = 0;  ///< time that other tracks waited for those tracks
  double start = 0;      ///< the interval from `start` to `end` caused far more than any other
  double end = 0;
  [[nodiscard]] double cost() const { return direct + passed_on; }

  static constexpr uint32_t kBefore = UINT32_MAX - 1;  ///< the track started later than the run
  static constexpr uint32_t kUnexplained = UINT32_MAX - 2;  ///< waits in a cycle: wrong clocks
};
/// The name of a value in a cause or on the critical path, including `(before)` and
/// `(unexplained)`.
PAJE_EXPORT std::string_view value_name(const DependencyGraph& graph, uint32_t value);

/// The causes of all waits, the costliest first. Their costs add up to the amounts of the waits.
///
/// Two tracks meet when one of them is already there as the other arrives. The wait is caused by
/// what the late track did longer than the waiting one since they last met, value by value. As far
/// as the late track waited itself, the cost is passed on to the causes of its own waits.
PAJE_EXPORT std::vector<Cause> find_causes(const DependencyGraph& graph,
                                           const std::vector<Wait>& waits);

/// Where the costs of causes arose. The sum of all costs is the sum of all waits.
struct CausePlaces {
  struct Elsewhere {
    uint32_t track = 0;
    uint32_t value = 0;  ///< Cause::kBefore or Cause::kUnexplained
    double start = 0;
    double end = 0;
    double cost = 0;
  };
  std::vector<double> by_piece;  ///< cost of the time in which a piece does not wait itself
  std::vector<Elsewhere> elsewhere;
};

/// As find_causes(), but located in pieces: the last ones, since both tracks met, in which a value
/// lost time. Pieces of the late track are compared in order with those of the waiting track, so
/// equal pieces, and delays that were caught up later, cost nothing.
PAJE_EXPORT CausePlaces find_cause_places(const DependencyGraph& graph,
                                          const std::vector<Wait>& waits);

}  // namespace paje
