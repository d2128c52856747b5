// When devices are busy, and how much energy they need.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simulation/costs.hpp"

namespace paje::simulation {

/// If power is linear in the number of busy units, as by default, only sums of busy time are kept;
/// otherwise all intervals are.
class Usage {
 public:
  Usage(const ExpandedSystem& system, const Placement& placement, Costs& costs);

  /// Adds work that starts at `start` on a machine.
  void add(uint32_t machine, std::size_t device, const Work& work, double start);
  /// The same for each process of a label.
  void add_label(uint32_t label, std::size_t device, const Work& work, double start);

  /// Energy in joules of all machines with processes, until `end`.
  double energy(double end);

 private:
  struct Interval {
    double start, end, units;
    uint8_t device;
  };
  using Busy = std::array<double, kDevices>;  // units * seconds

  void find_lines();
  double energy_of(uint32_t machine, double end);
  double straight_energy(double end);
  // For machines that are present for `seconds` in total.
  double straight_energy(const MachineKind& kind, std::size_t device, double seconds, double busy);
  // The integral of the power of a device over changes of its busy units.
  double area(const MachineKind& kind, std::size_t device,
              std::vector<std::pair<double, double>>& changes, double end);

  const ExpandedSystem& system_;
  const Placement& placement_;
  Costs& costs_;
  bool is_all_straight_ = true;
  std::vector<std::array<bool, kDevices>> is_straight_;  // by kind
  std::vector<Busy> busy_;                               // by machine
  std::vector<Busy> label_busy_;
  std::vector<std::vector<Interval>> label_intervals_;
  std::map<uint32_t, std::vector<Interval>> intervals_;  // by machine
};

}  // namespace paje::simulation
