// Volunteer machines that come and go; work continues only while they are there.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulation/dice.hpp"

namespace paje::simulation {

/// Each machine has its own random sequence, so results do not depend on the order of calls.
class Presence {
 public:
  explicit Presence(const ExpandedSystem& system) : system_(system) {}

  [[nodiscard]] bool is_constant() const { return system_.sessions.empty(); }
  /// When work of that many seconds ends, if it starts at `start`, or when the machine is back.
  /// Throws SimulationError if the machine comes and goes too often meanwhile.
  double end(uint32_t machine, double start, double seconds);

 private:
  struct Machine {
    Dice dice;
    std::vector<double> edges;  // goes, comes, goes, ...
  };
  [[nodiscard]] const Sessions* sessions_of(uint32_t machine) const;
  static double edge(Machine& machine, const Sessions& sessions, std::size_t i);

  const ExpandedSystem& system_;
  std::unordered_map<uint32_t, Machine> machines_;
};

}  // namespace paje::simulation
