#include "simulation/usage.hpp"

#include <algorithm>
#include <cmath>

namespace paje::simulation {

namespace {

constexpr int kMostTried = 4096;

}  // namespace

Usage::Usage(const ExpandedSystem& system, const Placement& placement, Costs& costs)
    : system_(system),
      placement_(placement),
      costs_(costs),
      busy_(system.machines.size()),
      label_busy_(placement.machine_of.size()),
      label_intervals_(placement.machine_of.size()) {
  find_lines();
}

void Usage::find_lines() {
  std::vector<bool> is_used(system_.kinds.size(), false);
  for (const Situation& situation : placement_.situations) is_used[situation.kind] = true;
  for (std::size_t k = 0; k < system_.kinds.size(); ++k) {
    const MachineKind& kind = system_.kinds[k];
    auto& straight = is_straight_.emplace_back();
    for (std::size_t d = 0; d < kDevices; ++d) {
      straight[d] = true;
      const double units = kind.devices[d].units;
      if (units <= 0 || !is_used[k]) continue;
      const double idle = costs_.power(kind, d, 0), load = costs_.power(kind, d, units);
      const int tried = static_cast<int>(std::clamp(units * 4, 8.0, double{kMostTried}));
      for (int i = 1; i < tried && straight[d]; ++i) {
        const double share = static_cast<double>(i) / tried;
        const double watts = costs_.power(kind, d, units * share);
        const double line = idle + (load - idle) * share;
        straight[d] = std::abs(watts - line) <= 1e-9 * std::max(std::abs(load), std::abs(idle));
      }
      is_all_straight_ = is_all_straight_ && straight[d];
    }
  }
}

void Usage::add(uint32_t machine, std::size_t device, const Work& work, double start) {
  busy_[machine][device] += work.units * work.seconds;
  if (is_all_straight_ || is_straight_[system_.machines[machine].kind][device]) return;
  intervals_[machine].push_back(
      {start, start + work.seconds, work.units, static_cast<uint8_t>(device)});
}

void Usage::add_label(uint32_t label, std::size_t device, const Work& work, double start) {
  label_busy_[label][device] += work.units * work.seconds;
  if (is_all_straight_) return;
  label_intervals_[label].push_back(
      {start, start + work.seconds, work.units, static_cast<uint8_t>(device)});
}

double Usage::area(const MachineKind& kind, std::size_t device,
                   std::vector<std::pair<double, double>>& changes, double end) {
  std::sort(changes.begin(), changes.end());
  double sum = 0, active = 0, last = 0;
  for (const auto& [time, change] : changes) {
    if (time > last) sum += (time - last) * costs_.power(kind, device, std::max(0.0, active));
    last = std::max(last, time);
    active += change;
    if (std::abs(active) < 1e-9) active = 0;
  }
  return sum + (end - last) * costs_.power(kind, device, 0);
}

double Usage::straight_energy(const MachineKind& kind, std::size_t device, double seconds,
                              double busy) {
  const double units = kind.devices[device].units;
  if (units <= 0) return 0;
  const double idle = costs_.power(kind, device, 0), load = costs_.power(kind, device, units);
  return idle * seconds + (load - idle) / units * busy;
}

double Usage::energy_of(uint32_t machine, double end) {
  const uint32_t number = system_.machines[machine].kind;
  const MachineKind& kind = system_.kinds[number];
  double sum = kind.other_watts * end;
  for (std::size_t d = 0; d < kDevices; ++d) {
    const double units = kind.devices[d].units;
    if (units <= 0) continue;
    if (is_straight_[number][d]) {
      sum += straight_energy(kind, d, end, busy_[machine][d]);
      continue;
    }
    std::vector<std::pair<double, double>> changes;
    const auto take = [&](const std::vector<Interval>& intervals) {
      for (const Interval& one : intervals) {
        if (one.device != d) continue;
        changes.emplace_back(one.start, one.units);
        changes.emplace_back(one.end, -one.units);
      }
    };
    if (const auto own = intervals_.find(machine); own != intervals_.end()) take(own->second);
    for (std::size_t label = 0; label < label_intervals_.size(); ++label) {
      if (label_intervals_[label].empty()) continue;
      const auto& machines = placement_.machine_of[label];
      const auto here = std::count(machines.begin(), machines.end(), machine);
      for (auto i = here; i > 0; --i) take(label_intervals_[label]);
    }
    sum += area(kind, d, changes, end);
  }
  return sum;
}

double Usage::straight_energy(double end) {
  std::vector<double> machines(system_.kinds.size(), 0);
  std::vector<Busy> busy(system_.kinds.size());
  for (const uint32_t machine : placement_.used) {
    const uint32_t kind = system_.machines[machine].kind;
    ++machines[kind];
    for (std::size_t d = 0; d < kDevices; ++d) busy[kind][d] += busy_[machine][d];
  }
  double sum = 0;
  for (std::size_t k = 0; k < machines.size(); ++k) {
    if (machines[k] == 0) continue;
    sum += machines[k] * system_.kinds[k].other_watts * end;
    for (std::size_t d = 0; d < kDevices; ++d) {
      sum += straight_energy(system_.kinds[k], d, machines[k] * end, busy[k][d]);
    }
  }
  return sum;
}

double Usage::energy(double end) {
  for (std::size_t label = 0; label < label_busy_.size(); ++label) {
    const Busy& each = label_busy_[label];
    if (each == Busy{}) continue;
    for (const uint32_t machine : placement_.machine_of[label]) {
      for (std::size_t d = 0; d < kDevices; ++d) busy_[machine][d] += each[d];
    }
  }
  if (is_all_straight_) return straight_energy(end);
  double sum = 0;
  // Machines with the same number of processes of each label, and no separate work, have equal
  // energy.
  std::vector<std::map<std::size_t, uint32_t>> counts(system_.machines.size());
  for (std::size_t label = 0; label < placement_.machine_of.size(); ++label) {
    for (const uint32_t machine : placement_.machine_of[label]) ++counts[machine][label];
  }
  std::map<std::pair<uint32_t, std::map<std::size_t, uint32_t>>, double> known;
  for (const uint32_t machine : placement_.used) {
    if (intervals_.contains(machine)) {
      sum += energy_of(machine, end);
      continue;
    }
    const auto [found, is_new] =
        known.try_emplace({system_.machines[machine].kind, counts[machine]}, 0);
    if (is_new) found->second = energy_of(machine, end);
    sum += found->second;
  }
  return sum;
}

}  // namespace paje::simulation
