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

/// The power of all machines together over an interval in which it is constant.
struct PowerStep {
  double start = 0;
  double end = 0;
  uint32_t active = 0;  ///< machines
  double watts = 0;     ///< equation (3), ETC
};

struct EnergySums {
  std::vector<PowerStep> steps;    ///< in order of time, without times when no machine is active
  double energy = 0;               ///< equation (4), TC: the integral, not a sum of samples
  std::vector<double> by_machine;  ///< energy
  std::vector<double> active;      ///< seconds that each machine is active
  /// Equation (5), NEC: energy while exactly z machines are active, for index z. The elements add
  /// up to `energy`; element 0 is 0.
  std::vector<double> by_active;
  std::vector<double> seconds_by_active;
  uint32_t most_active = 0;
  double seconds = 0;  ///< from the first start of a machine to the last end
  /// Energy of the same run with a fixed number of machines: a machine that was absent is charged
  /// its idle power.
  double inelastic = 0;
};

/// Pieces of one machine must not overlap; pieces of length 0 are ignored. `machines` is the fixed
/// number for `inelastic`; 0: as many as were active at once. Throws std::invalid_argument if a
/// number is not finite, a piece ends before it starts, or more than `machines` were active at
/// once. O(n log n).
PAJE_EXPORT EnergySums sum_energy(std::span<const PowerPiece> pieces, double idle_watts,
                                  uint32_t machines = 0);

/// A sample of a variable: its value holds until the next sample.
struct SampledValue {
  double time = 0;
  double value = 0;
};

struct SampleStatistics {
  uint64_t samples = 0;
  double mean = 0;       ///< of the samples
  double deviation = 0;  ///< standard deviation of the sample; 0 for a single one
  double least = 0;
  double greatest = 0;
  double seconds = 0;        ///< from the first sample to `end`
  double trapezoids = 0;     ///< integral by the trapezoidal rule; the last value holds until `end`
  double steps = 0;          ///< integral, each sample holds until the next
  double mean_of_steps = 0;  ///< steps / seconds; `mean` if `seconds` is 0
};

/// Samples must be in order of time. The last value holds until `end`.
PAJE_EXPORT SampleStatistics sample_statistics(std::span<const SampledValue> samples, double end);

}  // namespace paje
