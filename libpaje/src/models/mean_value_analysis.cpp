#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "models/stations.hpp"
#include "paje/models/queueing.hpp"

namespace paje {

namespace {

// A station, while jobs are added one by one.
struct StationState {
  double length = 0;                  // Q(N)
  std::vector<double> probabilities;  // p(j|N) for j < servers; empty for a single server
};

// R(N) = D/c (1 + Q(N-1) + sum over j < c-1 of (c-1-j) p(j|N-1)). A job waits only if all servers
// are busy.
double residence(const Station& station, const StationState& state) {
  const double servers = station.servers;
  double idle = 0;
  for (std::size_t j = 0; j + 1 < state.probabilities.size(); ++j) {
    idle += (servers - 1 - static_cast<double>(j)) * state.probabilities[j];
  }
  return station.demand / servers * (1 + state.length + idle);
}

// p(0|N) is a difference from 1: below this, it has only about 10 correct digits, and all other
// probabilities follow from it.
constexpr double kLeastProbability = 1e-6;

// p(j|N) = X D/j p(j-1|N-1) for j < c; p(0|N) follows from the mean number of busy servers, X D.
// False if p(0|N) has lost its precision.
bool advance(const Station& station, double throughput, StationState& state) {
  auto& p = state.probabilities;
  if (p.empty()) return true;
  const double servers = station.servers;
  const double busy = throughput * station.demand;
  double missing = 0;
  for (std::size_t j = p.size() - 1; j > 0; --j) {
    p[j] = busy / static_cast<double>(j) * p[j - 1];
    missing += (servers - static_cast<double>(j)) * p[j];
  }
  p[0] = 1 - (busy + missing) / servers;
  return p[0] >= kLeastProbability;
}

NetworkSolution by_convolution(std::span<const Station> stations, uint32_t jobs,
                               double think_time) {
  NetworkSolution solution = solve_by_convolution(stations, jobs, think_time);
  add_lengths(stations, jobs, think_time, solution);
  return solution;
}

}  // namespace

double network_steps(std::span<const Station> stations, uint32_t jobs) {
  double steps = 0;
  for (const Station& station : stations) {
    steps += std::min<double>(station.servers, jobs) * jobs;
  }
  return steps;
}

void check_network(std::span<const Station> stations, uint32_t jobs, double think_time) {
  if (jobs == 0) throw std::invalid_argument("a queueing network needs at least one job");
  double all = think_time;
  bool is_valid = std::isfinite(think_time) && think_time >= 0;
  for (const Station& station : stations) {
    if (station.servers == 0) throw std::invalid_argument("a station needs at least one server");
    is_valid = is_valid && std::isfinite(station.demand) && station.demand >= 0;
    all += station.demand;
  }
  if (!is_valid) {
    throw std::invalid_argument("demands and the think time must be finite and not negative");
  }
  if (!(all > 0)) throw std::invalid_argument("a queueing network needs a demand greater than 0");
  // Keeps throughputs and sums of squares finite.
  constexpr double kLeastDemand = 1e-150, kMostDemand = 1e150;
  if (all < kLeastDemand || all > kMostDemand) {
    throw std::invalid_argument(
        fmt::format("the demands of a queueing network are {} s together, not from {} to {} s", all,
                    kLeastDemand, kMostDemand));
  }
  const double steps = network_steps(stations, jobs);
  if (steps > kMostNetworkSteps) {
    throw std::invalid_argument(
        fmt::format("{} jobs on these stations need {:.2g} steps for an exact solution, more than "
                    "the {:g} that are allowed",
                    jobs, steps, kMostNetworkSteps));
  }
}

NetworkSolution mean_value_analysis(std::span<const Station> stations, uint32_t jobs,
                                    double think_time) {
  check_network(stations, jobs, think_time);
  std::vector<StationState> states(stations.size());
  for (std::size_t k = 0; k < stations.size(); ++k) {
    if (stations[k].servers == 1) continue;
    states[k].probabilities.assign(std::min(stations[k].servers, jobs + 1), 0);
    states[k].probabilities[0] = 1;
  }
  NetworkSolution solution;
  solution.residences.resize(stations.size());
  for (uint32_t n = 1; n <= jobs; ++n) {
    for (std::size_t k = 0; k < stations.size(); ++k) {
      solution.residences[k] = residence(stations[k], states[k]);
    }
    solution.response =
        std::accumulate(solution.residences.begin(), solution.residences.end(), 0.0);
    solution.throughput = n / (think_time + solution.response);
    for (std::size_t k = 0; k < stations.size(); ++k) {
      states[k].length = solution.throughput * solution.residences[k];
      if (advance(stations[k], solution.throughput, states[k])) continue;
      return by_convolution(stations, jobs, think_time);
    }
  }
  for (const StationState& state : states) solution.lengths.push_back(state.length);
  solution.utilisations = utilisations(stations, solution.throughput);
  return solution;
}

std::vector<double> utilisations(std::span<const Station> stations, double throughput) {
  std::vector<double> shares;
  for (const Station& station : stations) {
    shares.push_back(throughput * station.demand / station.servers);
  }
  return shares;
}

}  // namespace paje
