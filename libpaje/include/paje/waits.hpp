// Who waits for whom in a run, how long, and what caused it. After Scalasca's wait states, and
// Böhme, Geimer, Wolf and Arnold, "Identifying the root causes of wait states in large-scale
// parallel applications" (ICPP 2010).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

enum class WaitKind : uint8_t {
  late_sender,      ///< a receive that began before its message was sent
  late_receiver,    ///< a send that began before its receive was posted
  wait_at_nxn,      ///< an all-to-all operation that began before the last had come
  wait_at_barrier,  ///< a barrier, likewise
  late_broadcast,   ///< a one-to-all operation that began before its root had come
  early_reduce,     ///< the root of an all-to-one operation came before the first sender
  idle_thread,      ///< a thread of a team had nothing to do until the next parallel region
};
inline constexpr std::size_t kWaitKinds = 7;
PAJE_EXPORT std::string_view spelling(WaitKind kind);

/// Of late senders: whether a message that was sent before the awaited one is received after it.
enum class WrongOrder : uint8_t { no, same_source, other_source };
/// Empty for no.
PAJE_EXPORT std::string_view spelling(WrongOrder order);

/// The part of a piece, from its start on, in which it could only wait.
struct Wait {
  uint32_t piece = 0;
  uint32_t whom = 0;  ///< the track it waits for
  double amount = 0;
  WaitKind kind = WaitKind::late_sender;
  WrongOrder wrong_order = WrongOrder::no;
};

/// A wait with what its piece is.
struct PlacedWait {
  Wait wait;
  uint32_t track = 0;
  uint32_t value = 0;  ///< place among the graph's values
  double start = 0;
};

/// All waits longer than the graph's resolution, at most one for each piece and never longer than
/// it; in the order of pieces. O(pieces + messages).
PAJE_EXPORT std::vector<Wait> find_waits(const DependencyGraph& graph);
PAJE_EXPORT std::vector<PlacedWait> place_waits(const DependencyGraph& graph,
                                                const std::vector<Wait>& waits);

/// What a track did that made others wait.
struct Cause {
  uint32_t track = 0;
  uint32_t value = 0;    ///< place among the graph's values, kBefore or kUnexplained
  double direct = 0;     ///< waits of those that waited for this track
  double passed_on = 0;  ///< waits of others that waited for those
  double start = 0;      ///< 95 % of the cost arose from `start` to `end`
  double end = 0;
  [[nodiscard]] double cost() const { return direct + passed_on; }

  static constexpr uint32_t kBefore = UINT32_MAX - 1;       ///< it began later than the run
  static constexpr uint32_t kUnexplained = UINT32_MAX - 2;  ///< waits in a circle: wrong clocks
};
/// The name of the value of a cause or a piece of the critical path: also `(before)` and
/// `(unexplained)`.
PAJE_EXPORT std::string_view value_name(const DependencyGraph& graph, uint32_t value);

/// The causes of all waits, the costliest first. Their costs add up to the amounts of the waits.
///
/// Two tracks meet when one of them is there as the other comes. What the late one did longer than
/// the waiting one since they last met caused the wait, value by value; as far as it had to wait
/// itself, its own waits did.
PAJE_EXPORT std::vector<Cause> find_causes(const DependencyGraph& graph,
                                           const std::vector<Wait>& waits);

/// Where the costs of causes arose. All together are what all waits are.
struct CausePlaces {
  struct Elsewhere {
    uint32_t track = 0;
    uint32_t value = 0;  ///< Cause::kBefore or Cause::kUnexplained
    double start = 0;
    double end = 0;
    double cost = 0;
  };
  std::vector<double> by_piece;  ///< of the time in which it does not wait itself
  std::vector<Elsewhere> elsewhere;
};

/// As find_causes(), but piece by piece: a cost is that of all pieces of its value since the last
/// meeting, in proportion to their time.
PAJE_EXPORT CausePlaces find_cause_places(const DependencyGraph& graph,
                                          const std::vector<Wait>& waits);

}  // namespace paje
