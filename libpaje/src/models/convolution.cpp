// Normalisation constants G(0..N) by convolution of the stations' weights f(j) = D^j / (product of
// min(i, c) over i <= j). From j = c on, these are geometric, so the generating function of a
// station is P(z) / (1 - D/c z), where P has the coefficients D^j/j! (1 - j/c): a short product and
// a recursion, both with positive numbers only.
//
// Demands are divided by the greatest demand per server, and that station comes first. Then G never
// decreases with N, so numbers that underflow for small N do not matter for G(N). After each
// station, G is divided by its greatest element, because only the ratio G(N-1)/G(N) is needed.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "models/stations.hpp"
#include "paje/models/queueing.hpp"

namespace paje {

namespace {

double demand_of_server(const Station& station) { return station.demand / station.servers; }

void normalise(std::vector<double>& g) {
  const double greatest = *std::max_element(g.begin(), g.end());
  for (double& value : g) value /= greatest;
}

// The first `count` numbers D^j/j!, multiplied by (1 - j/servers) if `servers` is not 0, and scaled
// so that the greatest is near 1.
std::vector<double> powers(double demand, double servers, std::size_t count) {
  std::vector<double> logs(count, 0);
  for (std::size_t j = 1; j < count; ++j) {
    const auto place = static_cast<double>(j);
    logs[j] = logs[j - 1] + std::log(demand / place);
  }
  const double greatest = *std::max_element(logs.begin(), logs.end());
  for (std::size_t j = 0; j < count; ++j) {
    const double share = servers > 0 ? 1 - static_cast<double>(j) / servers : 1;
    logs[j] = std::exp(logs[j] - greatest) * share;
  }
  return logs;
}

void multiply(std::vector<double>& g, const std::vector<double>& polynomial) {
  if (polynomial.size() == 1) {
    for (double& value : g) value *= polynomial[0];
    return;
  }
  for (std::size_t n = g.size(); n-- > 0;) {
    double sum = 0;
    for (std::size_t j = 0; j < std::min(polynomial.size(), n + 1); ++j) {
      sum += polynomial[j] * g[n - j];
    }
    g[n] = sum;
  }
}

void add_station(std::vector<double>& g, const Station& station, double scale) {
  const double ratio = demand_of_server(station) / scale;
  if (!(ratio > 0)) return;
  const std::size_t terms = std::min<std::size_t>(station.servers, g.size());
  multiply(g, powers(station.demand / scale, station.servers, terms));
  for (std::size_t n = 1; n < g.size(); ++n) g[n] += ratio * g[n - 1];
  normalise(g);
}

// Normalisation constants of several stations, with demands divided by `scale`.
std::vector<double> constants(std::span<const Station> ordered, uint32_t jobs, double think_time,
                              double scale) {
  std::vector<double> g(std::size_t{jobs} + 1, 0);
  g[0] = 1;
  for (const Station& station : ordered) add_station(g, station, scale);
  if (think_time > 0) multiply(g, powers(think_time / scale, 0, g.size()));
  return g;
}

std::vector<Station> by_demand(std::span<const Station> stations) {
  std::vector<Station> ordered(stations.begin(), stations.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Station& a, const Station& b) {
    return demand_of_server(a) > demand_of_server(b);
  });
  return ordered;
}

// Mean number of jobs in a station. The probability of j jobs is proportional to f(j) G'(N-j),
// where G' is for the network without the station.
double length_of(const Station& station, const std::vector<double>& others, double scale) {
  const std::size_t jobs = others.size() - 1;
  std::vector<double> logs(others.size());
  double log_f = 0;
  for (std::size_t j = 0; j <= jobs; ++j) {
    if (j > 0) {
      const auto busy = static_cast<double>(std::min<std::size_t>(j, station.servers));
      log_f += std::log(station.demand / scale / busy);
    }
    logs[j] = log_f + std::log(others[jobs - j]);
  }
  const double greatest = *std::max_element(logs.begin(), logs.end());
  double sum = 0, weighted = 0;
  for (std::size_t j = 0; j <= jobs; ++j) {
    const double share = std::exp(logs[j] - greatest);
    sum += share;
    weighted += static_cast<double>(j) * share;
  }
  return weighted / sum;
}

}  // namespace

NetworkSolution solve_by_convolution(std::span<const Station> stations, uint32_t jobs,
                                     double think_time) {
  check_network(stations, jobs, think_time);
  const std::vector<Station> ordered = by_demand(stations);
  const double scale = ordered.empty() ? 0 : demand_of_server(ordered.front());
  NetworkSolution solution;
  if (!(scale > 0)) {  // there is only think time
    solution.throughput = jobs / think_time;
    solution.utilisations = utilisations(stations, solution.throughput);
    return solution;
  }
  const std::vector<double> g = constants(ordered, jobs, think_time, scale);
  solution.throughput = g[jobs - 1] / g[jobs] / scale;
  solution.response = jobs / solution.throughput - think_time;
  solution.utilisations = utilisations(stations, solution.throughput);
  return solution;
}

void add_lengths(std::span<const Station> stations, uint32_t jobs, double think_time,
                 NetworkSolution& solution) {
  check_network(stations, jobs, think_time);
  const std::vector<Station> ordered = by_demand(stations);
  const double scale = ordered.empty() ? 0 : demand_of_server(ordered.front());
  std::map<std::pair<double, uint32_t>, double> lengths;
  for (std::size_t k = 0; k < ordered.size() && ordered[k].demand > 0; ++k) {
    double& length = lengths[{ordered[k].demand, ordered[k].servers}];
    if (length > 0) continue;
    std::vector<Station> others = ordered;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    length = length_of(ordered[k], constants(others, jobs, think_time, scale), scale);
  }
  solution.residences.clear();
  solution.lengths.clear();
  for (const Station& station : stations) {
    const double length = station.demand > 0 ? lengths[{station.demand, station.servers}] : 0;
    solution.lengths.push_back(length);
    solution.residences.push_back(length / solution.throughput);
  }
}

}  // namespace paje
