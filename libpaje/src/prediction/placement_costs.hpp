// What messages cost if their ends are on the same node, or no longer.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
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
  /// The place among these of the side that a message was on.
  [[nodiscard]] std::size_t side_before(std::size_t message) const {
    return messages_[message].before;
  }
  /// Whether it is between nodes then, where the network is.
  [[nodiscard]] bool is_between(std::size_t message) const {
    return messages_[message].after == between;
  }
  [[nodiscard]] bool is_collective_between(std::size_t number) const {
    return collectives_[number].after == between;
  }
  /// What is known of messages between nodes; of all if there are none.
  [[nodiscard]] KnownMessages between_nodes() const;
  /// What a message takes then that takes `seconds` now.
  [[nodiscard]] Range message(uint32_t message, const Range& seconds) const;
  /// By what an operation is multiplied.
  [[nodiscard]] Range collective(std::size_t number) const;
  [[nodiscard]] bool has_middle() const;
  [[nodiscard]] std::vector<std::string> assumptions(bool other_network) const;

 private:
  enum Side : uint8_t { between, inside };
  struct Sides {
    Side before = between;
    Side after = between;
  };
  // From one side to the other.
  struct Move {
    std::unique_ptr<CostChange> change;  // if it is said; else what the run shows
  };

  void place(const Scenario& scenario);
  void find_sides();
  void split_classes();
  void check_sizes(Side before) const;
  void make_move(Side before, const Scenario& scenario);
  [[nodiscard]] Sides sides_of(uint32_t a, uint32_t b) const;
  [[nodiscard]] double shown_ratio(Side before, double size) const;

  const NetworkFacts& facts_;
  std::vector<uint32_t> nodes_before_;  // by track
  std::vector<uint32_t> nodes_after_;
  std::vector<Sides> messages_;
  std::vector<Sides> collectives_;
  std::array<std::vector<SizeClass>, 2> classes_;  // by side before
  std::array<std::unique_ptr<Move>, 2> moves_;     // likewise
};

}  // namespace paje
