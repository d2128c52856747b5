// Processors that wait for the most loaded one can run slower without delaying it: EnergyLB of
// E. Padoin and others, EnergyLB: a load balancer for energy (WSPPD 2015), with Charm++'s load
// balancers Greedy and Refine. The paper gives its rule only in words, quoted at choose_levels().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The frequencies of a processor, and its power at each of them.
struct FrequencyLevels {
  std::vector<double> gigahertz;  ///< the highest first, each once
  std::vector<double> watts;      ///< at each frequency, whether the processor computes or waits
  /// Share of the work whose time is inversely proportional to the frequency; memory is the rest.
  double cpu_bound = 1;

  /// The factor by which work takes longer than at the highest frequency:
  /// cpu_bound * highest / f + 1 - cpu_bound.
  [[nodiscard]] double stretch(std::size_t level) const {
    return cpu_bound * gigahertz.front() / gigahertz[level] + 1 - cpu_bound;
  }
};

/// `gigahertz` may be in any order. `watts` has one element for each frequency; if it is empty,
/// power is static_watts + dynamic_watts * (f / highest)^3. Throws std::invalid_argument for a
/// number that is not valid.
PAJE_EXPORT FrequencyLevels frequency_levels(std::vector<double> gigahertz,
                                             std::vector<double> watts, double static_watts,
                                             double dynamic_watts, double cpu_bound);

/// The arguments of frequency_levels(); by default the frequencies of the paper's processor.
struct LevelOptions {
  std::vector<double> gigahertz = {2.4, 2.3, 2.2, 2.1, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2};
  std::vector<double> watts;
  double static_watts = 10;
  double dynamic_watts = 26;
  double cpu_bound = 1;
};
inline FrequencyLevels frequency_levels(const LevelOptions& options) {
  return frequency_levels(options.gigahertz, options.watts, options.static_watts,
                          options.dynamic_watts, options.cpu_bound);
}

/// How unequal loads are. All members are 0 if all loads are.
struct Imbalance {
  double greatest = 0;
  double mean = 0;
  double max_over_mean = 0;  ///< greatest / mean - 1, as in Charm++
  double idle_share = 0;     ///< mean of 1 - load / greatest
};
PAJE_EXPORT Imbalance imbalance_of(std::span<const double> loads);

/// The level of each processor: "the most loaded processor keeps the highest frequency"; any other
/// gets the lowest frequency at which it needs no longer than that one, in every iteration. `loads`
/// has, for each iteration, the seconds of each processor. Processors with the same `domain` share
/// one frequency, the highest that any of them needs.
PAJE_EXPORT std::vector<uint32_t> choose_levels(std::span<const std::vector<double>> loads,
                                                std::span<const uint32_t> domain,
                                                const FrequencyLevels& levels);

enum class Balancing : uint8_t { none, greedy, refine };

/// A piece of work that may be moved from one processor to another.
struct BalancedTask {
  uint32_t processor = 0;
  double load = 0;
};

/// The processor of each task after balancing. Greedy: tasks in descending order, each to the least
/// loaded processor. Refine: while a processor is above a limit, its largest task that fits moves
/// to the least loaded processor; a task fits if that one stays within the limit. The limit is 1.05
/// times the mean, or the least higher one that all can keep. Equal tasks and processors keep their
/// order. O(tasks * log(tasks)); refine, times the processors.
PAJE_EXPORT std::vector<uint32_t> balance(std::span<const BalancedTask> tasks, uint32_t processors,
                                          Balancing how);

/// Time and energy of iterations in which all processors wait for the most loaded one.
struct IterationCost {
  double seconds = 0;
  double joules = 0;
};

/// `loads` has, for each iteration, the seconds of each processor at the highest frequency. `rest`
/// has, for each iteration, the seconds beyond the longest load, which do not scale. A processor
/// keeps its `chosen` level all the time.
PAJE_EXPORT IterationCost cost_of(std::span<const std::vector<double>> loads,
                                  std::span<const double> rest, std::span<const uint32_t> chosen,
                                  const FrequencyLevels& levels);

}  // namespace paje
