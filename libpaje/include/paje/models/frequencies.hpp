// Processors that wait for the most loaded one may as well run slower: EnergyLB of E. Padoin and
// others, EnergyLB: a load balancer for energy (WSPPD 2015), with the load balancers Greedy and
// Refine of Charm++. The paper gives its rule in words only; they are quoted at choose_levels().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The frequencies that a processor has, and what each costs.
struct FrequencyLevels {
  std::vector<double> gigahertz;  ///< the highest first, each once
  std::vector<double> watts;      ///< at each of them; a processor that waits draws as much
  /// Share of the time of work that is in proportion to the clock; the rest (memory) is not.
  double cpu_bound = 1;

  /// How many times as long work takes as at the highest frequency:
  /// cpu_bound * highest / f + 1 - cpu_bound.
  [[nodiscard]] double stretch(std::size_t level) const {
    return cpu_bound * gigahertz.front() / gigahertz[level] + 1 - cpu_bound;
  }
};

/// `gigahertz` in any order; `watts` of each, or empty: static_watts + dynamic_watts * (f /
/// highest)^3. Throws std::invalid_argument where numbers make no sense.
PAJE_EXPORT FrequencyLevels frequency_levels(std::vector<double> gigahertz,
                                             std::vector<double> watts, double static_watts,
                                             double dynamic_watts, double cpu_bound);

/// What levels are made of; by default the frequencies of the paper's processor.
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

/// How unequal loads are; all 0 if all are 0.
struct Imbalance {
  double greatest = 0;
  double mean = 0;
  double max_over_mean = 0;  ///< greatest / mean - 1, as Charm++ has it
  double idle_share = 0;     ///< mean of 1 - load / greatest
};
PAJE_EXPORT Imbalance imbalance_of(std::span<const double> loads);

/// The level of each processor: "the most loaded processor keeps the highest frequency", all others
/// get the lowest at which they take no longer than it, in each of some iterations. `loads` of each
/// iteration: seconds of each processor. `domain` of each processor: those of one domain have one
/// frequency, the highest that one of them needs.
PAJE_EXPORT std::vector<uint32_t> choose_levels(std::span<const std::vector<double>> loads,
                                                std::span<const uint32_t> domain,
                                                const FrequencyLevels& levels);

enum class Balancing : uint8_t { none, greedy, refine };

/// A piece of work that may be moved from one processor to another.
struct BalancedTask {
  uint32_t processor = 0;
  double load = 0;
};

/// Where each task is after balancing. Greedy: in descending order each to the least loaded
/// processor. Refine: from processors above 1.05 times the mean, the largest task that the least
/// loaded processor can take without coming above that itself, until there is none. Equal tasks in
/// their order, the first of equal processors. O(tasks * log(tasks)), refine times processors.
PAJE_EXPORT std::vector<uint32_t> balance(std::span<const BalancedTask> tasks, uint32_t processors,
                                          Balancing how);

/// Time and energy of iterations in which all processors wait for the most loaded one.
struct IterationCost {
  double seconds = 0;
  double joules = 0;
};

/// `loads` of each iteration: seconds of each processor at the highest frequency; `rest`: seconds
/// of each iteration beyond the longest of these, which do not change. Each processor has its level
/// all the time.
PAJE_EXPORT IterationCost cost_of(std::span<const std::vector<double>> loads,
                                  std::span<const double> rest, std::span<const uint32_t> chosen,
                                  const FrequencyLevels& levels);

}  // namespace paje
