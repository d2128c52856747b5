#include "simulation/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "paje/selection.hpp"

namespace paje::simulation {

namespace {

class Places {
 public:
  explicit Places(const ExpandedSystem& system)
      : system_(system), taken_(system.machines.size(), 0) {}

  // Finds the machines that match a label's pattern.
  void choose(const std::string& pattern) {
    if (pattern == pattern_) return;
    pattern_ = pattern;
    machines_.clear();
    std::vector<bool> fits;
    for (const MachineKind& kind : system_.kinds) fits.push_back(matches_glob(pattern, kind.name));
    for (uint32_t i = 0; i < system_.machines.size(); ++i) {
      if (fits[system_.machines[i].kind]) machines_.push_back(i);
    }
    round_ = 0;
    at_ = 0;
  }
  [[nodiscard]] bool empty() const { return machines_.empty(); }
  uint32_t next(bool is_cyclic) { return is_cyclic ? next_cyclic() : next_block(); }

 private:
  [[nodiscard]] uint32_t cores(uint32_t machine) const {
    const double units = system_.kinds[system_.machines[machine].kind].devices[0].units;
    return static_cast<uint32_t>(std::clamp(units, 1.0, 1e6));
  }
  uint32_t next_block() {
    for (;;) {
      for (; at_ < machines_.size(); ++at_) {
        const uint32_t machine = machines_[at_];
        if (taken_[machine] < (round_ + 1) * cores(machine)) {
          ++taken_[machine];
          return machine;
        }
      }
      at_ = 0;
      ++round_;
    }
  }
  uint32_t next_cyclic() {
    if (at_ == machines_.size()) at_ = 0;
    const uint32_t machine = machines_[at_++];
    ++taken_[machine];
    return machine;
  }

  const ExpandedSystem& system_;
  std::vector<uint64_t> taken_;  // number of processes
  std::string pattern_;
  std::vector<uint32_t> machines_;
  uint64_t round_ = 0;
  std::size_t at_ = 0;
};

// Counts the processes that use each device, and finds machines in equal situations.
void find_situations(std::span<const LabelRun> labels, const ExpandedSystem& system,
                     Placement& placement) {
  std::vector<std::array<uint32_t, kDevices>> users(system.machines.size());
  std::vector<bool> is_used(system.machines.size(), false);
  for (std::size_t label = 0; label < labels.size(); ++label) {
    for (const uint32_t machine : placement.machine_of[label]) {
      is_used[machine] = true;
      for (std::size_t d = 0; d < kDevices; ++d) users[machine][d] += labels[label].uses[d] ? 1 : 0;
    }
  }
  std::map<std::tuple<uint32_t, float, std::array<uint32_t, kDevices>>, uint32_t> numbers;
  placement.situation_of.assign(system.machines.size(), 0);
  for (uint32_t i = 0; i < system.machines.size(); ++i) {
    if (!is_used[i]) continue;
    placement.used.push_back(i);
    const auto& machine = system.machines[i];
    const auto [found, is_new] = numbers.try_emplace({machine.kind, machine.factor, users[i]},
                                                     static_cast<uint32_t>(numbers.size()));
    if (is_new) placement.situations.push_back({machine.kind, machine.factor, users[i]});
    placement.situation_of[i] = found->second;
  }
}

void find_label_places(const ExpandedSystem& system, Placement& placement) {
  std::vector<uint32_t> seen_by(placement.situations.size(), UINT32_MAX);
  for (uint32_t label = 0; label < placement.machine_of.size(); ++label) {
    auto& some = placement.label_situations.emplace_back();
    uint32_t instance = UINT32_MAX, last = UINT32_MAX;
    for (const uint32_t machine : placement.machine_of[label]) {
      if (machine == last) continue;
      last = machine;
      const uint32_t here = system.machines[machine].instance;
      instance = instance == UINT32_MAX ? here : instance == 0 ? 0 : system.common(instance, here);
      const uint32_t situation = placement.situation_of[machine];
      if (seen_by[situation] != label) some.push_back(situation);
      seen_by[situation] = label;
    }
    placement.label_instance.push_back(instance);
  }
}

}  // namespace

Placement place_processes(std::span<const LabelRun> labels, const ExpandedSystem& system) {
  Placement placement;
  Places places(system);
  for (const LabelRun& run : labels) {
    places.choose(run.label->on);
    if (places.empty() && run.count > 0) {
      std::string names;
      for (const MachineKind& kind : system.kinds) {
        names += (names.empty() ? "" : ", ") + kind.name;
      }
      throw SimulationError(
          fmt::format("{}{}no machine has a name as the label {} wants, {}; their names are {}",
                      run.label->place, run.label->place.empty() ? "" : ": ", run.label->name,
                      run.label->on, names));
    }
    auto& machines = placement.machine_of.emplace_back();
    machines.reserve(run.count);
    for (uint64_t rank = 0; rank < run.count; ++rank) {
      machines.push_back(places.next(run.label->is_cyclic));
    }
  }
  find_situations(labels, system, placement);
  find_label_places(system, placement);
  return placement;
}

}  // namespace paje::simulation
