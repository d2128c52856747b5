// What messages and collectives say about the offsets of clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

/// What is added to the times of a track: `offset` at the start of the run, and `drift` more for
/// each unit of time after it.
struct LinearClock {
  double offset = 0;
  double drift = 0;

  [[nodiscard]] double corrected(double time, double start) const {
    return time + offset + drift * (time - start);
  }
};

/// What clocks are judged by, besides messages.
enum class ClockEvidence : uint8_t {
  all_collectives,
  named_collectives,  ///< not those whose calls are one by assumption
};

/// Whether nobody may leave the collective before all have come, whoever is the root.
[[nodiscard]] inline bool waits_for_all(const DependencyGraph::Collective& collective,
                                        ClockEvidence evidence) {
  return (collective.kind == CallKind::all_to_all || collective.kind == CallKind::barrier) &&
         (collective.is_named || evidence == ClockEvidence::all_collectives);
}

class ClockBounds {
 public:
  /// Of the offsets that are to be added to `clocks`, by track.
  ClockBounds(const DependencyGraph& graph, std::span<const LinearClock> clocks,
              ClockEvidence evidence);

  /// Whether with the clocks as they are a message ends before it starts, or a collective is left
  /// before all have come.
  [[nodiscard]] bool are_wrong() const { return are_wrong_; }
  struct Solution {
    std::vector<double> least, greatest, chosen;  ///< by track
  };
  /// Offsets that are possible if the first track's is 0, and those in the middle, or as near to 0
  /// as can be where a bound is infinite. Nothing if there is a circle, whose tracks go to
  /// `conflict`.
  [[nodiscard]] std::optional<Solution> solve(std::vector<uint32_t>& conflict) const;

 private:
  // offset[later] <= offset[earlier] + most. Besides tracks there is a node for each collective:
  // the instant at which all have come.
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
  /// Differences of two times are rounded; a circle of length 0 must not go on forever.
  [[nodiscard]] double least_gain() const { return graph_.resolution() * 1e-3; }
  /// By node, values that keep all bounds. If a circle makes that impossible, its tracks go to
  /// `conflict`. Fast where few bounds are broken.
  [[nodiscard]] std::vector<double> find_any(std::vector<uint32_t>& conflict) const;
  /// The bounds that begin at node i are [first[i], first[i + 1]).
  struct Ways {
    std::vector<std::size_t> first;
    std::vector<std::size_t> bounds;
  };
  [[nodiscard]] Ways ways(bool reversed) const;
  /// Lowers the values of those nodes that are `open` until they keep all bounds. With `reversed`,
  /// values have the other sign, and so are raised. `possible` are values that keep all bounds.
  /// O(bounds log nodes).
  void lower(bool reversed, const std::vector<double>& possible, const std::vector<bool>& open,
             std::vector<double>& values) const;
  /// The tracks of a circle of predecessors; none if there is no circle.
  [[nodiscard]] std::vector<uint32_t> find_circle(const std::vector<uint32_t>& before) const;

  const DependencyGraph& graph_;
  std::span<const LinearClock> clocks_;
  ClockEvidence evidence_;
  std::size_t nodes_;
  std::vector<double> comings_;  // of the last, by collective node
  std::vector<Bound> all_;
  bool are_wrong_ = false;
};

}  // namespace paje
