#include "analysis/thread_teams.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>

namespace paje {

namespace {

constexpr uint32_t kNoState = 0;
constexpr std::string_view kWaitingName = "(idle thread)";

struct Region {
  double start, end;
};

// The activity of a thread, as far as it matters to its team.
struct Thread {
  std::vector<Region> regions;     // outermost regions
  std::vector<double> busy_until;  // ends of useful states and starts of barriers, in order
  double end = 0;
  bool communicates = false;
};

class ThreadReader {
 public:
  ThreadReader(const Trace& trace, const TrackChoice& choice) : trace_(trace), choice_(choice) {}

  [[nodiscard]] Thread read(const Track& rows) const {
    const StateColumns states = trace_.states();
    Thread thread;
    std::vector<Region> inner;     // regions directly inside other regions
    std::vector<uint32_t> depths;  // of open regions
    for (uint64_t row = rows.first; row < rows.last; ++row) {
      const Classes::Meaning& meaning = choice_.meaning_of(row, states.value[row]);
      const uint32_t depth = states.depth[row];
      while (!depths.empty() && depths.back() >= depth) depths.pop_back();
      if (meaning.kind == CallKind::parallel_region) {
        const Region region{states.start[row], states.end[row]};
        if (depths.empty()) thread.regions.push_back(region);
        if (depths.size() == 1) inner.push_back(region);
        depths.push_back(depth);
      }
      add(meaning, states.start[row], states.end[row], thread);
    }
    // The whole first thread may be inside one region, which OpenMP calls the initial task.
    if (thread.regions.size() == 1 && inner.size() > 1) thread.regions = std::move(inner);
    std::sort(thread.busy_until.begin(), thread.busy_until.end());
    return thread;
  }

  [[nodiscard]] bool has_region(const Track& rows) const {
    const auto values = trace_.states().value;
    for (uint64_t row = rows.first; row < rows.last; ++row) {
      if (choice_.meaning_of(row, values[row]).kind == CallKind::parallel_region) return true;
    }
    return false;
  }

 private:
  static void add(const Classes::Meaning& meaning, double start, double end, Thread& thread) {
    thread.end = std::max(thread.end, end);
    thread.communicates = thread.communicates || meaning.value_class == ValueClass::communication;
    const bool is_useful =
        meaning.value_class == ValueClass::compute && meaning.kind != CallKind::parallel_region;
    if (is_useful) thread.busy_until.push_back(end);
    if (is_of_threads(meaning)) thread.busy_until.push_back(start);
  }

  const Trace& trace_;
  const TrackChoice& choice_;
};

// By process: the tracks of threads that have regions.
std::map<uint32_t, std::vector<uint32_t>> teams_of(const Trace& trace, const TrackChoice& choice,
                                                   const std::vector<bool>& has_regions) {
  const std::vector<uint32_t> processes = processes_of_tracks(trace, choice.tracks);
  std::map<uint32_t, std::vector<uint32_t>> teams;
  std::unordered_set<uint32_t> with_processes;  // containers with processes below them
  for (uint32_t track = 0; track < choice.tracks.size(); ++track) {
    if (!has_regions[track]) continue;
    const ContainerId container = choice.tracks[track].container;
    teams[processes[track]].push_back(track);
    if (processes[track] == container.index) with_processes.insert(trace[container].parent.index);
  }
  std::erase_if(teams, [&](const auto& team) {
    return team.second.size() < 2 || with_processes.contains(team.first);
  });
  return teams;
}

// The regions of the first thread in which those of another thread end; nothing if they are not one
// team. A thread may start before the first thread if that was interrupted after the fork.
std::optional<std::vector<std::size_t>> match(const std::vector<Region>& first,
                                              const std::vector<Region>& other) {
  std::vector<std::size_t> found;
  std::size_t k = 0;
  for (const Region& region : other) {
    while (k < first.size() && first[k].end < region.start) ++k;
    if (k == first.size() || (!found.empty() && found.back() == k)) return {};
    if (region.end < first[k].start) return {};
    found.push_back(k);
  }
  return found;
}

class TeamPlanner {
 public:
  TeamPlanner(TrackChoice& choice, const std::vector<Thread>& threads, uint32_t waiting_value,
              WaitPlan& plan)
      : choice_(choice), threads_(threads), waiting_value_(waiting_value), plan_(plan) {}

  void add(const std::vector<uint32_t>& team) {
    const auto communicating = std::count_if(team.begin(), team.end(),
                                             [&](uint32_t i) { return threads_[i].communicates; });
    if (communicating > 1) return;  // these are processes, not threads
    // The thread that creates the others starts first. If the trace starts later, the first thread
    // may be the one that communicates.
    const auto place = [&](uint32_t i) {
      return std::tuple(choice_.starts[i], !threads_[i].communicates, i);
    };
    first_ = *std::min_element(team.begin(), team.end(),
                               [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
    const auto& regions = threads_[first_].regions;
    fork_times_.clear();
    for (const Region& region : regions) fork_times_.push_back(region.start);
    fork_times_.push_back(threads_[first_].end);
    const auto base = static_cast<uint32_t>(plan_.dependencies.size());
    bool has_others = false;
    for (const uint32_t track : team) {
      if (track == first_) continue;
      const auto matched = match(regions, threads_[track].regions);
      if (!matched) continue;
      add_waits(track, *matched, base);
      has_others = true;
    }
    if (!has_others) return;
    for (std::size_t k = 0; k < fork_times_.size(); ++k) {
      const double time = fork_times_[k];
      plan_.spans[first_].push_back({time, time, base + static_cast<uint32_t>(k), kNoState});
      plan_.dependencies.push_back(CallKind::parallel_region);
    }
  }

 private:
  void add_waits(uint32_t track, const std::vector<std::size_t>& matched, uint32_t base) {
    const Thread& thread = threads_[track];
    const auto& regions = threads_[first_].regions;
    choice_.starts[track] = std::min(choice_.starts[track], choice_.starts[first_]);
    double since = choice_.starts[track];
    for (std::size_t j = 0; j < matched.size(); ++j) {
      const std::size_t k = matched[j];
      const double start = thread.regions[j].start;
      fork_times_[k] = std::min(fork_times_[k], start);
      add_wait(track, since, start, base + static_cast<uint32_t>(k));
      since = regions[k].end;
    }
    const double end = threads_[first_].end;
    if (thread.end > end) return;
    add_wait(track, since, end, base + static_cast<uint32_t>(regions.size()));
  }

  // Useful work, and the arrival at a barrier, are not waits for a fork.
  void add_wait(uint32_t track, double since, double until, uint32_t fork) {
    const auto& busy = threads_[track].busy_until;
    const auto last = std::lower_bound(busy.begin(), busy.end(), until);
    if (last != busy.begin()) since = std::max(since, *(last - 1));
    if (until > since) plan_.spans[track].push_back({since, until, fork, waiting_value_});
  }

  TrackChoice& choice_;
  const std::vector<Thread>& threads_;
  uint32_t waiting_value_;
  WaitPlan& plan_;
  uint32_t first_ = 0;
  std::vector<double> fork_times_;  // when the first thread of a team starts each region
};

uint32_t number_of(std::string_view name, TrackChoice& choice) {
  const auto found = std::find_if(choice.values.begin(), choice.values.end(),
                                  [&](const auto& value) { return value.name == name; });
  if (found != choice.values.end()) return static_cast<uint32_t>(found - choice.values.begin());
  choice.values.push_back({name, {ValueClass::waiting, CallKind::local, true}, {}});
  return static_cast<uint32_t>(choice.values.size() - 1);
}

}  // namespace

std::vector<uint32_t> processes_of_tracks(const Trace& trace,
                                          std::span<const DependencyGraph::Track> tracks) {
  std::unordered_set<uint32_t> parents;
  for (const auto& track : tracks) parents.insert(trace[track.container].parent.index);
  std::vector<uint32_t> processes;
  for (const auto& track : tracks) {
    processes.push_back(parents.contains(track.container.index)
                            ? track.container.index
                            : trace[track.container].parent.index);
  }
  return processes;
}

void find_teams(const Trace& trace, TrackChoice& choice, ThreadPool& pool, WaitPlan& plan) {
  if (!has_kind(choice, CallKind::parallel_region)) return;
  const ThreadReader reader(trace, choice);
  std::vector<Thread> threads(choice.tracks.size());
  pool.for_each(threads.size(), [&](std::size_t i) {
    if (reader.has_region(choice.rows[i])) threads[i] = reader.read(choice.rows[i]);
  });
  std::vector<bool> has_regions;
  for (const Thread& thread : threads) has_regions.push_back(!thread.regions.empty());
  const auto teams = teams_of(trace, choice, has_regions);
  if (teams.empty()) return;
  plan.spans.resize(threads.size());
  const std::size_t before = plan.dependencies.size();
  const uint32_t waiting_value = number_of(kWaitingName, choice);
  TeamPlanner planner(choice, threads, waiting_value, plan);
  for (const auto& [process, team] : teams) planner.add(team);
  // The first thread computes between regions.
  const bool has_forks = plan.dependencies.size() > before;
  if (has_forks && choice.links_connect_tasks && trace.links().start.empty()) {
    choice.links_connect_tasks = false;
    choice.values.front().meaning.value_class = ValueClass::compute;
  }
}

}  // namespace paje
