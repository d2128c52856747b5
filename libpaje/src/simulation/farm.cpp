#include "simulation/farm.hpp"

#include <algorithm>
#include <queue>

namespace paje::simulation {

double run_farm(const FarmTimes& times, std::span<FarmWorker> workers,
                const std::function<void(const FarmTask&)>* see,
                const std::function<double(uint32_t, double)>* finish) {
  const auto is_later = [](const FarmTask& left, const FarmTask& right) {
    return left.finished != right.finished ? left.finished > right.finished
                                           : left.worker > right.worker;
  };
  std::priority_queue<FarmTask, std::vector<FarmTask>, decltype(is_later)> at_work(is_later);
  double now = times.master;
  uint64_t left = times.tasks;
  const auto give = [&](uint32_t number) {
    FarmWorker& worker = workers[number];
    FarmTask task{number, now, now + times.to_worker, 0, 0, 0, 0};
    now = task.received;
    task.begin = std::max(now, worker.start);
    task.finished = task.begin + worker.task;
    if (finish != nullptr) {
      const double later = (*finish)(number, task.begin);
      worker.away += later - task.finished;
      task.finished = later;
    }
    ++worker.tasks;
    --left;
    at_work.push(task);
  };
  for (FarmWorker& worker : workers) worker.end = worker.start;
  for (uint32_t i = 0; i < workers.size() && left > 0; ++i) give(i);
  while (!at_work.empty()) {
    FarmTask task = at_work.top();
    at_work.pop();
    task.answered = std::max(now, task.finished);
    now = task.answered + times.to_master;
    task.end = workers[task.worker].end = now;
    if (see != nullptr) (*see)(task);
    if (left > 0) give(task.worker);
  }
  return now;
}

}  // namespace paje::simulation
