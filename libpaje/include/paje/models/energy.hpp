// Energy from power over time: of machines that come and go (E2M, see power.hpp), and of sampled
// devices (J. Henao and others, eGPU for Monitoring Performance and Power Consumption on
// Multi-GPUs, WSPPD 2015). Times are in seconds, power in watts, energy in joules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A machine that is active and draws constant power for some time.
struct PowerPiece {
  uint32_t machine = 0;
  double start = 0;
  double end = 0;
  double watts = 0;
};

/// What all machines draw together while nothing changes.
struct PowerStep {
  double start = 0;
  double end = 0;
  uint32_t active = 0;  ///< machines
  double watts = 0;     ///< equation (3), ETC
};

struct EnergySums {
  std::vector<PowerStep> steps;    ///< in order of time, where machines are active
  double energy = 0;               ///< equation (4), TC: the integral, not a sum of samples
  std::vector<double> by_machine;  ///< energy
  std::vector<double> active;      ///< seconds in which each machine is active
  /// Equation (5), NEC: energy while exactly that many machines are active; the sum is `energy`.
  /// Place 0 is 0.
  std::vector<double> by_active;
  std::vector<double> seconds_by_active;
  uint32_t most_active = 0;
  double seconds = 0;  ///< from the first start of a machine to the last end
  /// What it would be with a fixed number of machines, the idle power being charged where one of
  /// them was not there.
  double inelastic = 0;
};

/// Pieces of one machine must not overlap. Those without length count nothing. O(n log n). Throws
/// std::invalid_argument if a number is not finite or a piece ends before it starts. `machines` is
/// the fixed number; 0, or less than were active: as many as were ever active at once.
PAJE_EXPORT EnergySums sum_energy(std::span<const PowerPiece> pieces, double idle_watts,
                                  uint32_t machines = 0);

/// A variable that is sampled: each value holds until the next.
struct SampledValue {
  double time = 0;
  double value = 0;
};

struct SampleStatistics {
  uint64_t samples = 0;
  double mean = 0;       ///< of the samples
  double deviation = 0;  ///< standard deviation of the sample; 0 if there is one only
  double least = 0;
  double greatest = 0;
  double seconds = 0;        ///< from the first sample to `end`
  double trapezoids = 0;     ///< integral, straight lines between samples; the last one holds
  double steps = 0;          ///< integral, each sample holds until the next
  double mean_of_steps = 0;  ///< steps / seconds; the mean if there are none
};

/// Of samples in order of time; the last one holds until `end`.
PAJE_EXPORT SampleStatistics sample_statistics(std::span<const SampledValue> samples, double end);

}  // namespace paje
