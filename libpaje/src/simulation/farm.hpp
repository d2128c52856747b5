// A master that passes tasks on, a worker getting the next as soon as its result is there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace paje::simulation {

struct FarmTimes {
  double master = 0;  // when it is ready to send
  uint64_t tasks = 0;
  double to_worker = 0;  // of the message with a task
  double to_master = 0;  // of that with its result
};
struct FarmWorker {
  double start = 0;  // when it is ready to receive
  double task = 0;   // seconds
  double end = 0;    // out: when its last result has arrived
  uint64_t tasks = 0;
  double away = 0;  // out: seconds by which tasks took longer
};
/// One task: its message from `sent` to `received`, work from `begin` to `finished`, its result on
/// its way from `answered` to `end`.
struct FarmTask {
  uint32_t worker;
  double sent, received, begin, finished, answered, end;
};

/// The master handles one message at a time: results in the order in which they are finished, of
/// equal ones the lowest worker first. `finish` says when a worker finishes a task that it begins
/// at a time; else tasks take what the workers say. Returns when it has the last one.
/// O(tasks log workers).
double run_farm(const FarmTimes& times, std::span<FarmWorker> workers,
                const std::function<void(const FarmTask&)>* see = nullptr,
                const std::function<double(uint32_t worker, double begin)>* finish = nullptr);

}  // namespace paje::simulation
