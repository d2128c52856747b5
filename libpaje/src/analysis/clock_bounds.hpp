// Bounds on the offsets of clocks, from messages and collectives.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// The correction of a track's times: `offset` at the start of the run, plus `drift` for each unit
/// of time after it.
struct LinearClock {
  double offset = 0;
  double drift = 0;

  [[nodiscard]] double corrected(double time, double start) const {
    return time + offset + drift * (time - start);
  }
};

/// The collectives that bound clocks, in addition to messages.
enum class ClockEvidence : uint8_t {
  all_collectives,
  named_collectives,  ///< not those whose calls are only assumed to belong together
};

/// Whether no member may leave before all have arrived, whichever is the root.
[[nodiscard]] inline bool waits_for_all(const DependencyGraph::Collective& collective,
                                        ClockEvidence evidence) {
  return (collective.kind == CallKind::all_to_all || collective.kind == CallKind::barrier) &&
         (collective.is_named || evidence == ClockEvidence::all_collectives);
}

class ClockBounds {
 public:
  /// Finds bounds on the offsets to be added to `clocks`, by track.
  ClockBounds(const DependencyGraph& graph, std::span<const LinearClock> clocks,
              ClockEvidence evidence);

  /// Whether, with the clocks unchanged, a message ends before it starts, or a collective call ends
  /// before all members have arrived.
  [[nodiscard]] bool are_wrong() const { return are_wrong_; }
  struct Solution {
    std::vector<double> least, greatest, chosen;  ///< by track
  };
  /// Possible offsets if the first track's is 0, and a choice: the middle, or the value nearest to
  /// 0 if a bound is infinite. Nothing if the bounds contradict each other; then `conflict` gets
  /// the tracks of a contradictory cycle.
  [[nodiscard]] std::optional<Solution> solve(std::vector<uint32_t>& conflict) const;

 private:
  // offset[later] <= offset[earlier] + most. Nodes are the tracks, and each collective: the time
  // when all members have arrived.
  struct Bound {
    uint32_t earlier;
    uint32_t later;
    double most;
  };

  void add_messages();
  void add_collectives();
  [[nodiscard]] double time(uint32_t track, double measured) const {
    return clocks_[track].corrected(measured, graph_.start());
  }
  /// Smaller gains are rounding errors, with which a cycle of length 0 would never end.
  [[nodiscard]] double least_gain() const { return graph_.resolution() * 1e-3; }
  /// Values by node that fulfil all bounds. If a cycle makes that impossible, `conflict` gets its
  /// tracks. Fast if few bounds are violated.
  [[nodiscard]] std::vector<double> find_any(std::vector<uint32_t>& conflict) const;
  /// The bounds that start at node i are bounds[first[i]] to bounds[first[i + 1] - 1].
  struct Ways {
    std::vector<std::size_t> first;
    std::vector<std::size_t> bounds;
  };
  [[nodiscard]] Ways ways(bool reversed) const;
  /// Lowers the values of `open` nodes until they fulfil all bounds. With `reversed`, signs are
  /// flipped, so values are raised. `possible` are values that fulfil all bounds. O(bounds log
  /// nodes).
  void lower(bool reversed, const std::vector<double>& possible, const std::vector<bool>& open,
             std::vector<double>& values) const;
  /// The tracks of a cycle of predecessors; empty if there is none.
  [[nodiscard]] std::vector<uint32_t> find_circle(const std::vector<uint32_t>& before) const;

  const DependencyGraph& graph_;
  std::span<const LinearClock> clocks_;
  ClockEvidence evidence_;
  std::size_t nodes_;
  std::vector<double> comings_;  // when the last member arrives, by collective node
  std::vector<Bound> all_;
  bool are_wrong_ = false;
};

}  // namespace paje
