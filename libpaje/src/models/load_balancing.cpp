#include <algorithm>
#include <numeric>
#include <queue>
#include <set>

#include "paje/models/frequencies.hpp"

namespace paje {

namespace {

constexpr double kOverload = 1.05;  // limit, relative to the mean
constexpr double kStep = 0.01;      // increase of the limit while processors stay above it

using LoadedProcessor = std::pair<double, uint32_t>;

// Indices of tasks, the largest first.
std::vector<uint32_t> by_load(std::span<const BalancedTask> tasks) {
  std::vector<uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return tasks[a].load > tasks[b].load; });
  return order;
}

std::vector<uint32_t> greedy(std::span<const BalancedTask> tasks, uint32_t processors) {
  std::priority_queue<LoadedProcessor, std::vector<LoadedProcessor>, std::greater<>> least;
  for (uint32_t i = 0; i < processors; ++i) least.emplace(0.0, i);
  std::vector<uint32_t> places(tasks.size());
  for (const uint32_t task : by_load(tasks)) {
    const auto [load, processor] = least.top();
    least.pop();
    places[task] = processor;
    least.emplace(load + tasks[task].load, processor);
  }
  return places;
}

class Refinement {
 public:
  Refinement(std::span<const BalancedTask> tasks, uint32_t processors, double overload)
      : tasks_(tasks), loads_(processors), own_(processors) {
    double sum = 0;
    for (const uint32_t task : by_load(tasks)) {
      own_[tasks[task].processor].push_back(task);
      loads_[tasks[task].processor] += tasks[task].load;
      sum += tasks[task].load;
    }
    for (uint32_t i = 0; i < processors; ++i) order_.emplace(loads_[i], i);
    most_ = overload * sum / processors;
    for (const BalancedTask& task : tasks) places_.push_back(task.processor);
  }

  // From the most loaded processor on; skips processors whose tasks are all too large to move.
  std::vector<uint32_t> places() {
    std::vector<bool> is_done(loads_.size());
    while (true) {
      const auto heaviest = std::find_if(order_.rbegin(), order_.rend(),
                                         [&](const auto& one) { return !is_done[one.second]; });
      if (heaviest == order_.rend() || heaviest->first <= most_) {
        is_below_ = order_.rbegin()->first <= most_;
        return places_;
      }
      const uint32_t processor = heaviest->second;
      if (!relieve(processor)) is_done[processor] = true;
    }
  }

  /// Whether all processors are within the limit, after places().
  [[nodiscard]] bool is_below() const { return is_below_; }

 private:
  // Moves the largest task that fits. Each move takes a task from above the limit to a processor
  // below it, so the loop terminates.
  bool relieve(uint32_t from) {
    const uint32_t to = order_.begin()->second;
    const auto fits = [&](uint32_t task) {
      return tasks_[task].load > 0 && loads_[to] + tasks_[task].load <= most_;
    };
    const auto found = std::find_if(own_[from].begin(), own_[from].end(), fits);
    if (to == from || found == own_[from].end()) return false;
    const uint32_t task = *found;
    own_[from].erase(found);
    own_[to].push_back(task);
    places_[task] = to;
    set_load(from, loads_[from] - tasks_[task].load);
    set_load(to, loads_[to] + tasks_[task].load);
    return true;
  }
  void set_load(uint32_t processor, double load) {
    order_.erase({loads_[processor], processor});
    loads_[processor] = load;
    order_.emplace(load, processor);
  }

  std::span<const BalancedTask> tasks_;
  std::vector<double> loads_;
  std::vector<std::vector<uint32_t>> own_;  // by processor, the largest first
  std::set<LoadedProcessor> order_;
  std::vector<uint32_t> places_;
  double most_ = 0;
  bool is_below_ = false;
};

// Finds the least limit that all processors can keep, as Charm++ does: tasks can be too large for a
// lower one.
std::vector<uint32_t> refine(std::span<const BalancedTask> tasks, uint32_t processors) {
  Refinement first(tasks, processors, kOverload);
  std::vector<uint32_t> places = first.places();
  if (first.is_below()) return places;
  // Numbers of steps: with `fails` some processor exceeds the limit, with `holds` none does.
  constexpr uint32_t kMostSteps = 1U << 31U;  // more than any number of processors needs
  uint32_t fails = 0, holds = 1;
  const auto try_steps = [&](uint32_t steps) {
    Refinement tried(tasks, processors, kOverload + kStep * steps);
    std::vector<uint32_t> found = tried.places();
    if (tried.is_below()) places = std::move(found);
    return tried.is_below();
  };
  while (holds < kMostSteps && !try_steps(holds)) {
    fails = holds;
    holds *= 2;
  }
  while (holds - fails > 1) {
    const uint32_t middle = fails + (holds - fails) / 2;
    (try_steps(middle) ? holds : fails) = middle;
  }
  return places;
}

}  // namespace

std::vector<uint32_t> balance(std::span<const BalancedTask> tasks, uint32_t processors,
                              Balancing how) {
  if (how == Balancing::greedy) return greedy(tasks, processors);
  if (how == Balancing::refine && !tasks.empty()) return refine(tasks, processors);
  std::vector<uint32_t> places;
  for (const BalancedTask& task : tasks) places.push_back(task.processor);
  return places;
}

}  // namespace paje
