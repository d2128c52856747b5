// Costs of messages whose ends move to the same node, or to different nodes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "prediction/cost_change.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

class PlacementCosts {
 public:
  /// The facts must outlive it. Throws SelectionError for a container that does not exist,
  /// std::invalid_argument if the run does not show the costs on the new side of messages.
  PlacementCosts(const NetworkFacts& facts, const Scenario& scenario);

  /// Costs by size of the messages on each side, before the move.
  [[nodiscard]] const std::array<std::vector<SizeClass>, 2>& classes() const { return classes_; }
  [[nodiscard]] const std::vector<SizeClass>& classes(NodeSide side) const {
    return classes_[static_cast<std::size_t>(side)];
  }
  /// The cost change that the scenario gives for messages leaving this side; null: as the run
  /// shows.
  [[nodiscard]] const CostChange* said(NodeSide before) const {
    const auto& change = said_[static_cast<std::size_t>(before)];
    return change ? &*change : nullptr;
  }
  /// Throws an error: the run does not show the cost of messages on this side.
  [[noreturn]] static void refuse_unknown(NodeSide side);
  /// Whether containers share nodes with others than before.
  [[nodiscard]] bool moves() const { return nodes_before_ != nodes_after_; }
  /// The node number of a track after the move.
  [[nodiscard]] uint32_t node_after(uint32_t track) const { return nodes_after_[track]; }
  /// Index of the side that a message was on.
  [[nodiscard]] std::size_t side_before(std::size_t message) const {
    return static_cast<std::size_t>(messages_[message].before);
  }
  /// Whether it is between nodes after the move, where the other network applies.
  [[nodiscard]] bool is_between(std::size_t message) const {
    return messages_[message].after == Side::between;
  }
  [[nodiscard]] bool is_collective_between(std::size_t number) const {
    return collectives_[number].after == Side::between;
  }
  /// Facts about messages between nodes; about all messages if there are none.
  [[nodiscard]] KnownMessages between_nodes() const;
  /// The new time of a message that took `seconds`.
  [[nodiscard]] Range message(uint32_t message, const Range& seconds) const;
  /// The factor of an operation.
  [[nodiscard]] Range collective(std::size_t number) const;
  /// The same for a given side after. Throws std::invalid_argument if the run does not show it.
  [[nodiscard]] Range collective(std::size_t number, NodeSide after) const;
  [[nodiscard]] bool has_middle() const;
  /// `other_algorithms`: whether some collective operations use another algorithm.
  [[nodiscard]] std::vector<std::string> assumptions(bool other_network,
                                                     bool other_algorithms) const;

 private:
  using Side = NodeSide;
  struct Sides {
    Side before = Side::between;
    Side after = Side::between;
  };

  void place(const Scenario& scenario);
  void find_sides();
  void split_classes();
  void say(const NetworkChange& inside);
  void check_sizes(Side before) const;
  void find_moves();
  [[nodiscard]] Sides sides_of(uint32_t a, uint32_t b) const;
  [[nodiscard]] double shown_ratio(Side before, double size) const;
  struct Times {
    double least = 1;
    double most = 1;
  };
  [[nodiscard]] Times times_at(Side side, double size) const;
  [[nodiscard]] Range to_other_side(Side before, double size) const;
  [[nodiscard]] Range on_same_side(std::size_t message, Range seconds) const;
  [[nodiscard]] double inside_ratio(double least) const;

  const NetworkFacts& facts_;
  std::vector<uint32_t> nodes_before_;  // by track
  std::vector<uint32_t> nodes_after_;
  // By side: ratio of the messages that share a link after and before; see mean_crowding().
  std::array<double, 2> crowding_{1, 1};
  std::vector<Sides> messages_;
  std::vector<Sides> collectives_;
  std::array<std::vector<SizeClass>, 2> classes_;  // by side before
  // By side before, for a move to the other side.
  std::array<std::optional<CostChange>, 2> said_;  // none: as the run shows
  std::array<bool, 2> moves_ = {};                 // whether something moves
};

/// Whether a placement puts any containers together that were apart, or the other way round. Throws
/// SelectionError for a container that does not exist.
bool changes_nodes(const DependencyGraph& graph, const std::vector<NodePlace>& placement);

}  // namespace paje
