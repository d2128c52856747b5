// The use of this machine, and of a command's processes, from /proc.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>

#include "monitor/samples.hpp"
#include "paje/models/power.hpp"

namespace paje::tools {

/// CPU and memory in percent, bytes a second read and written by disks and network.
class MachineSampler final : public Sampler {
 public:
  MachineSampler(Samples& samples, std::size_t machine);
  void sample(double time, Samples& samples) override;
  /// In percent, as sampled last; NaN before.
  [[nodiscard]] double cpu() const { return cpu_; }
  [[nodiscard]] double memory() const { return memory_; }

 private:
  struct Counts {
    double time = 0;
    uint64_t busy = 0, all = 0;       // ticks
    uint64_t read = 0, written = 0;   // bytes
    uint64_t received = 0, sent = 0;  // bytes
  };
  static Counts read_counts(double time);

  std::size_t cpu_variable_, memory_variable_, read_, written_, received_, sent_;
  Counts before_;
  double cpu_, memory_ = 0;
};

/// The same of a process and all that come from it. Nothing while there is none.
class TreeSampler final : public Sampler {
 public:
  TreeSampler(Samples& samples, std::size_t machine);
  void watch(pid_t root) { root_ = root; }
  void sample(double time, Samples& samples) override;

 private:
  struct Sums {
    double time = 0;
    uint64_t ticks = 0, resident = 0, read = 0, written = 0;
    uint64_t processes = 0;
  };
  void add(pid_t process, Sums& sums) const;

  std::size_t cpu_, memory_, read_, written_, processes_;
  std::atomic<pid_t> root_ = 0;
  Sums before_;
};

/// Power by a model of the machine's use.
class ModelSampler final : public Sampler {
 public:
  ModelSampler(Samples& samples, std::size_t device, const PowerModel& model,
               const MachineSampler& machine);
  void sample(double time, Samples& samples) override;

 private:
  std::size_t power_;
  PowerModel model_;
  const MachineSampler& machine_;
};

}  // namespace paje::tools
