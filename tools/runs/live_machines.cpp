#include "runs/live_machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

bool is_of_type(const Trace& trace, const Container& container, const std::string& name) {
  const Type& type = trace[container.type];
  return type.name.text == name || type.identifier.text == name;
}

std::vector<const Container*> containers_of(const Trace& trace, const std::string& type) {
  std::vector<const Container*> found;
  for (const Container& container : trace.containers()) {
    if (is_of_type(trace, container, type)) found.push_back(&container);
  }
  return found;
}

struct Life {
  double first;
  double last;
};

// Of containers that exist for a time from `start` to `end`.
std::vector<Life> lives(const Trace& trace, const std::string& type, double start, double end) {
  std::vector<Life> found;
  for (const Container* const container : containers_of(trace, type)) {
    const double first = std::clamp(container->start, start, end);
    const double last = std::clamp(container->destroyed ? container->end : end, start, end);
    if (first < last) found.push_back({first, last});
  }
  return found;
}

}  // namespace

std::string trouble_with_type(const Trace& trace, const std::string& type) {
  if (!containers_of(trace, type).empty()) return "";
  std::string names;
  for (const Type& one : trace.types()) {
    if (one.kind != TypeKind::container || !one.parent.valid()) continue;
    names += (names.empty() ? "" : ", ") + one_line(one.name.text);
  }
  return fmt::format("there is no container of type {}; types of containers: {}", one_line(type),
                     names.empty() ? "none" : names);
}

double count_containers(const Trace& trace, const std::string& type) {
  return static_cast<double>(containers_of(trace, type).size());
}

bool are_cores_of_processes(const Trace& trace, const RunTotals& totals, const std::string& type) {
  std::set<uint32_t> busy;
  for (const auto& track : totals.tracks) {
    ContainerId core = track.container;
    while (core.valid() && !is_of_type(trace, trace[core], type)) core = trace[core].parent;
    if (!core.valid() || !busy.insert(core.index).second) return false;
  }
  return true;
}

std::vector<MachineShare> live_machines(const Trace& trace, const std::string& type, double start,
                                        double end) {
  std::map<double, double> changes;  // of the number, by time
  for (const Life& life : lives(trace, type, start, end)) {
    changes[life.first] += 1;
    changes[life.last] -= 1;
  }
  std::vector<MachineShare> shares;
  double at = start, machines = 0;
  const auto advance = [&](double to) {
    if (!(at < to)) return;
    if (!shares.empty() && shares.back().machines == machines) {
      shares.back().time += to - at;
    } else {
      shares.push_back({machines, to - at});
    }
    at = to;
  };
  for (const auto& [time, change] : changes) {
    advance(time);
    machines += change;
  }
  advance(end);
  return shares;
}

std::vector<double> machine_times(const Trace& trace, const std::string& type, double start,
                                  double end) {
  std::vector<double> times;
  for (const Life& life : lives(trace, type, start, end)) times.push_back(life.last - life.first);
  return times;
}

std::vector<MachineShare> lasting_shares(const std::vector<MachineShare>& shares) {
  constexpr double kLeastShare = 0.01;
  double all = 0;
  for (const MachineShare& share : shares) all += share.time;
  std::vector<MachineShare> lasting;
  std::copy_if(shares.begin(), shares.end(), std::back_inserter(lasting),
               [&](const MachineShare& share) { return share.time >= kLeastShare * all; });
  return lasting.empty() ? shares : lasting;
}

double most_machines(const std::vector<MachineShare>& shares) {
  double most = 0;
  for (const MachineShare& share : lasting_shares(shares)) most = std::max(most, share.machines);
  return most;
}

}  // namespace paje::tools
