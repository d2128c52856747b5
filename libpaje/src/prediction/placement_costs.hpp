// What messages cost if their ends are on the same node, or no longer.
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
  /// The facts must outlive it. Throws SelectionError for a container that is not there,
  /// std::invalid_argument if the run does not show what messages cost that change sides.
  PlacementCosts(const NetworkFacts& facts, const Scenario& scenario);

  /// What messages cost by their size, of those that were on each side.
  [[nodiscard]] const std::array<std::vector<SizeClass>, 2>& classes() const { return classes_; }
  [[nodiscard]] const std::vector<SizeClass>& classes(NodeSide side) const {
    return classes_[static_cast<std::size_t>(side)];
  }
  /// What is said of messages that change sides; null if the run shows it.
  [[nodiscard]] const CostChange* said(NodeSide before) const {
    const auto& change = said_[static_cast<std::size_t>(before)];
    return change ? &*change : nullptr;
  }
  /// Throws that the run does not show what messages of this side cost.
  [[noreturn]] static void refuse_unknown(NodeSide side);
  /// The number of the node of a track then.
  [[nodiscard]] uint32_t node_after(uint32_t track) const { return nodes_after_[track]; }
  /// The place among these of the side that a message was on.
  [[nodiscard]] std::size_t side_before(std::size_t message) const {
    return static_cast<std::size_t>(messages_[message].before);
  }
  /// Whether it is between nodes then, where the network is.
  [[nodiscard]] bool is_between(std::size_t message) const {
    return messages_[message].after == Side::between;
  }
  [[nodiscard]] bool is_collective_between(std::size_t number) const {
    return collectives_[number].after == Side::between;
  }
  /// What is known of messages between nodes; of all if there are none.
  [[nodiscard]] KnownMessages between_nodes() const;
  /// What a message takes then that takes `seconds` now.
  [[nodiscard]] Range message(uint32_t message, const Range& seconds) const;
  /// By what an operation is multiplied.
  [[nodiscard]] Range collective(std::size_t number) const {
    return collective(number, collectives_[number].after);
  }
  /// The same if it is on this side then. Throws std::invalid_argument if the run does not show it.
  [[nodiscard]] Range collective(std::size_t number, NodeSide after) const;
  [[nodiscard]] bool has_middle() const;
  /// `other_algorithms`: of some collective operations.
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

  const NetworkFacts& facts_;
  std::vector<uint32_t> nodes_before_;  // by track
  std::vector<uint32_t> nodes_after_;
  std::vector<Sides> messages_;
  std::vector<Sides> collectives_;
  std::array<std::vector<SizeClass>, 2> classes_;  // by side before
  // Likewise, from there to the other side.
  std::array<std::optional<CostChange>, 2> said_;  // none: as the run shows
  std::array<bool, 2> moves_ = {};                 // whether something does
};

}  // namespace paje
