#include "analysis/device_waits.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "analysis/thread_teams.hpp"

namespace paje {

namespace {

// Clocks of devices and processes differ slightly: a task may seem to end later than the call that
// waited for it, by this share of the call's duration.
constexpr double kMostLate = 0.1;

// A task on a device, started by a process.
struct Started {
  double time;
  double end;
};

// The tasks of one process on one device, in order of their starts; ends do not decrease.
using Queue = std::vector<Started>;

class QueueMaker {
 public:
  QueueMaker(const Trace& trace, const TrackChoice& choice, const std::vector<uint32_t>& processes)
      : trace_(trace), choice_(choice), processes_(processes) {}

  /// By process, then by track of a device: a track on which no link starts.
  std::map<uint32_t, std::map<uint32_t, Queue>> make(const std::vector<bool>& waits) const {
    std::map<uint32_t, std::map<uint32_t, Queue>> queues;
    const LinkColumns links = trace_.links();
    std::vector<bool> starts_tasks(choice_.tracks.size());
    for (const ContainerId container : links.start_container) {
      if (track_of(container) != DependencyGraph::kNone) starts_tasks[track_of(container)] = true;
    }
    for (std::size_t row = 0; row < links.start.size(); ++row) {
      const uint32_t source = track_of(links.start_container[row]);
      const uint32_t device = track_of(links.end_container[row]);
      if (source == DependencyGraph::kNone || device == DependencyGraph::kNone) continue;
      if (!waits[processes_[source]] || starts_tasks[device]) continue;
      const auto end = end_of_task(choice_.rows[device], links.end[row]);
      if (end) queues[processes_[source]][device].push_back({links.start[row], *end});
    }
    for (auto& [process, of_devices] : queues) {
      for (auto& [device, queue] : of_devices) put_in_order(queue);
    }
    return queues;
  }

 private:
  [[nodiscard]] uint32_t track_of(ContainerId container) const {
    return choice_.track_of_container[container.index];
  }

  // The end of the outermost state in which a link ends.
  [[nodiscard]] std::optional<double> end_of_task(const Track& rows, double time) const {
    const StateColumns states = trace_.states();
    uint64_t low = rows.first, high = rows.last;
    while (low < high) {
      const uint64_t middle = low + (high - low) / 2;
      (states.start[middle] < time ? low : high) =
          states.start[middle] < time ? middle + 1 : middle;
    }
    if (low == rows.last || states.start[low] != time) return {};
    return states.end[low];
  }

  static void put_in_order(Queue& queue) {
    std::stable_sort(queue.begin(), queue.end(),
                     [](const Started& a, const Started& b) { return a.time < b.time; });
    double last = -std::numeric_limits<double>::infinity();
    for (Started& each : queue) last = each.end = std::max(last, each.end);
  }

  const Trace& trace_;
  const TrackChoice& choice_;
  const std::vector<uint32_t>& processes_;
};

struct Awaited {
  uint32_t device = 0;
  double end = 0;
};

// Of the tasks started before a call, the one that ends last but not after the call.
std::optional<Awaited> find_awaited(const std::map<uint32_t, Queue>& queues, double start,
                                    double end) {
  const double latest = end + kMostLate * (end - start);
  std::optional<Awaited> found;
  for (const auto& [device, queue] : queues) {
    const auto started = std::partition_point(
        queue.begin(), queue.end(), [&](const Started& each) { return each.time <= start; });
    const auto ended = std::partition_point(
        queue.begin(), started, [&](const Started& each) { return each.end <= latest; });
    if (ended == queue.begin()) continue;
    const double time = std::min((ended - 1)->end, end);
    if (!found || time > found->end) found = Awaited{device, time};
  }
  return found;
}

bool waits_for_tasks(const TrackChoice& choice, uint64_t row, ValueId value) {
  return choice.meaning_of(row, value).kind == CallKind::wait_for_tasks;
}

// By container: whether calls on tracks of this process wait for tasks.
std::vector<bool> waiting_processes(const Trace& trace, const TrackChoice& choice,
                                    const std::vector<uint32_t>& processes, ThreadPool& pool) {
  std::vector<char> waits(choice.tracks.size());
  pool.for_each(waits.size(), [&](std::size_t i) {
    const auto values = trace.states().value;
    for (uint64_t row = choice.rows[i].first; row < choice.rows[i].last && waits[i] == 0; ++row) {
      waits[i] = waits_for_tasks(choice, row, values[row]) ? 1 : 0;
    }
  });
  std::vector<bool> found(trace.containers().size());
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (waits[i] != 0) found[processes[i]] = true;
  }
  return found;
}

}  // namespace

void find_device_waits(const Trace& trace, const TrackChoice& choice, ThreadPool& pool,
                       WaitPlan& plan) {
  if (!has_kind(choice, CallKind::wait_for_tasks) || trace.links().start.empty()) return;
  const std::vector<uint32_t> processes = processes_of_tracks(trace, choice.tracks);
  const std::vector<bool> waits = waiting_processes(trace, choice, processes, pool);
  const auto queues = QueueMaker(trace, choice, processes).make(waits);
  if (queues.empty()) return;
  plan.spans.resize(choice.tracks.size());
  const StateColumns states = trace.states();
  std::map<std::pair<uint32_t, double>, uint32_t> ends;  // dependencies by device and time
  for (uint32_t track = 0; track < choice.tracks.size(); ++track) {
    const auto own = queues.find(processes[track]);
    if (own == queues.end()) continue;
    for (uint64_t row = choice.rows[track].first; row < choice.rows[track].last; ++row) {
      if (!waits_for_tasks(choice, row, states.value[row])) continue;
      const auto awaited = find_awaited(own->second, states.start[row], states.end[row]);
      if (!awaited) continue;
      const auto next = static_cast<uint32_t>(plan.dependencies.size());
      const auto [end, is_new] = ends.emplace(std::pair(awaited->device, awaited->end), next);
      if (is_new) {
        plan.dependencies.push_back(CallKind::wait_for_tasks);
        plan.spans[awaited->device].push_back({awaited->end, awaited->end, next, 0});
      }
      plan.calls.push_back(
          {track, states.start[row], choice.number_of(row, states.value[row]), end->second});
    }
  }
}

}  // namespace paje
