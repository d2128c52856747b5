// A master gives tasks to workers; each worker gets the next task when its result has arrived.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace paje::simulation {

struct FarmTimes {
  double master = 0;  // when it is ready to send
  uint64_t tasks = 0;
  double to_worker = 0;  // seconds of a message with a task
  double to_master = 0;  // seconds of a message with a result
};
struct FarmWorker {
  double start = 0;  // when it is ready to receive
  double task = 0;   // seconds of a task
  double end = 0;    // output: when its last result has arrived
  uint64_t tasks = 0;
  double away = 0;  // output: additional seconds of its tasks, because its machine was away
};
/// The times of one task: its message from `sent` to `received`, its work from `begin` to
/// `finished`, and the message with its result from `answered` to `end`.
struct FarmTask {
  uint32_t worker;
  double sent, received, begin, finished, answered, end;
};

/// The master handles one message at a time. It receives results in the order in which they are
/// finished; of simultaneous ones, the lowest worker first. If set, `finish` returns when a worker
/// finishes a task that it begins at a time; otherwise, tasks take FarmWorker::task. Returns when
/// the master has the last result. O(tasks log workers).
double run_farm(const FarmTimes& times, std::span<FarmWorker> workers,
                const std::function<void(const FarmTask&)>* see = nullptr,
                const std::function<double(uint32_t worker, double begin)>* finish = nullptr);

}  // namespace paje::simulation
