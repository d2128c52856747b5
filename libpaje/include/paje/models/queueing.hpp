// Closed queueing networks of one class of jobs with exponential service: exact throughput by mean
// value analysis or by convolution. After Lazowska, Zahorjan, Graham and Sevcik, "Quantitative
// System Performance" (1984), chapters 6 and 8, and Buzen, "Computational algorithms for closed
// queueing networks with exponential servers" (CACM 1973).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// A queue. With j jobs in it, min(j, servers) are served at once.
struct Station {
  double demand = 0;     ///< seconds of service per cycle of a job: visits times service time
  uint32_t servers = 1;  ///< at least 1
};

/// The work of a solution: jobs * sum of min(servers, jobs).
PAJE_EXPORT double network_steps(std::span<const Station> stations, uint32_t jobs);
/// More steps are refused, because they would need more than a few minutes.
inline constexpr double kMostNetworkSteps = 1e11;

/// The steady state of the network with a given number of jobs.
struct NetworkSolution {
  double throughput = 0;             ///< cycles a second, all jobs together
  double response = 0;               ///< seconds per cycle, without the think time
  std::vector<double> residences;    ///< seconds per cycle in each station
  std::vector<double> lengths;       ///< mean number of jobs in each station
  std::vector<double> utilisations;  ///< mean share of busy servers, by station
};

/// Mean value analysis: R = D (1 + Q) for a single server; for several, from the probabilities of
/// each queue length. Near saturation of a station with several servers these lose precision; then
/// the result is that of solve_by_convolution() with add_lengths(). Throws std::invalid_argument if
/// a demand or the think time is negative or not finite, a station has no server, there is no
/// demand or no job, the sum of demands and think time is outside 1e-150 to 1e150 s, or the work
/// exceeds kMostNetworkSteps.
/// O(jobs * sum of min(servers, jobs)).
PAJE_EXPORT NetworkSolution mean_value_analysis(std::span<const Station> stations, uint32_t jobs,
                                                double think_time = 0);

/// The same throughput, response and utilisations by Buzen's convolution. It only adds positive
/// numbers, so it loses just a few digits. `residences` and `lengths` stay empty. Errors as above.
/// O(jobs * sum of min(servers, jobs)), plus O(jobs * jobs) with a think time.
PAJE_EXPORT NetworkSolution solve_by_convolution(std::span<const Station> stations, uint32_t jobs,
                                                 double think_time = 0);

/// Fills `residences` and `lengths` of a result of solve_by_convolution() for the same network,
/// from the normalisation constants of the network without each station. Costs one solution for
/// each distinct station.
PAJE_EXPORT void add_lengths(std::span<const Station> stations, uint32_t jobs, double think_time,
                             NetworkSolution& solution);

}  // namespace paje
