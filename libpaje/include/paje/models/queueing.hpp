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
  double demand = 0;     ///< seconds of service that a job needs in a cycle: visits times service
  uint32_t servers = 1;  ///< 1 at least
};

/// How much work a solution is: jobs * sum of min(servers, jobs).
PAJE_EXPORT double network_steps(std::span<const Station> stations, uint32_t jobs);
/// More is refused: it would take longer than some minutes.
inline constexpr double kMostNetworkSteps = 1e11;

/// The network with a number of jobs in it.
struct NetworkSolution {
  double throughput = 0;             ///< cycles a second, all jobs together
  double response = 0;               ///< seconds of a cycle, without the think time
  std::vector<double> residences;    ///< seconds of a cycle in each station
  std::vector<double> lengths;       ///< mean number of jobs in each station
  std::vector<double> utilisations;  ///< mean share of each station's servers that are busy
};

/// Mean value analysis: R = D (1 + Q) for one server; for more, by the probabilities of each number
/// of jobs. Where stations with several servers are nearly saturated, it would lose its digits:
/// there the result is that of solve_by_convolution() with add_lengths(). Throws
/// std::invalid_argument if a demand or the think time is negative or not finite, if a station has
/// no server, if there is no demand or no job, if demands and think time are together not from
/// 1e-150 to 1e150 s, or if it takes more than kMostNetworkSteps.
/// O(jobs * sum of min(servers, jobs)).
PAJE_EXPORT NetworkSolution mean_value_analysis(std::span<const Station> stations, uint32_t jobs,
                                                double think_time = 0);

/// The same throughput, response and utilisations by Buzen's convolution, exact to some digits less
/// than doubles have, since only positive numbers are added; `residences` and `lengths` stay empty.
/// Errors as above. O(jobs * sum of min(servers, jobs)), and O(jobs * jobs) more with a think time.
PAJE_EXPORT NetworkSolution solve_by_convolution(std::span<const Station> stations, uint32_t jobs,
                                                 double think_time = 0);

/// Sets `residences` and `lengths` of what solve_by_convolution() found for the same network, by
/// the constants of the network without each station. Takes the time of one solution for each
/// different station.
PAJE_EXPORT void add_lengths(std::span<const Station> stations, uint32_t jobs, double think_time,
                             NetworkSolution& solution);

}  // namespace paje
