// Normalisation constants G(0..N) by convolution of the stations' weights f(j) = D^j / (product of
// min(i, c) over i <= j). These are geometric from the c-th on, so the generating function of a
// station is P(z) / (1 - D/c z), where P has the coefficients D^j/j! (1 - j/c): a short product and
// a recursion, both of positive numbers only.
//
// All demands are divided by the greatest demand of a server, and that station comes first, so G
// never falls with N: what becomes 0 in small N is too small to count in G(N). After each station G
// is divided by its greatest, since only the ratio G(N-1)/G(N) is wanted.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/stations.hpp"
#include "paje/models/queueing.hpp"

namespace paje {

namespace {

double demand_of_server(const Station& station) { return station.demand / station.servers; }

void normalise(std::vector<double>& g) {
  const double greatest = *std::max_element(g.begin(), g.end());
  for (double& value : g) value /= greatest;
}

// The first `count` numbers D^j/j!, times (1 - j/servers) if there are servers; the greatest is
// near 1.
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

}  // namespace

NetworkSolution solve_by_convolution(std::span<const Station> stations, uint32_t jobs,
                                     double think_time) {
  check_network(stations, jobs, think_time);
  std::vector<Station> ordered(stations.begin(), stations.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Station& a, const Station& b) {
    return demand_of_server(a) > demand_of_server(b);
  });
  const double scale = ordered.empty() ? 0 : demand_of_server(ordered.front());
  NetworkSolution solution;
  if (!(scale > 0)) {  // nothing but thinking
    solution.throughput = jobs / think_time;
    solution.utilisations = utilisations(stations, solution.throughput);
    return solution;
  }
  std::vector<double> g(std::size_t{jobs} + 1, 0);
  g[0] = 1;
  for (const Station& station : ordered) add_station(g, station, scale);
  if (think_time > 0) multiply(g, powers(think_time / scale, 0, g.size()));
  solution.throughput = g[jobs - 1] / g[jobs] / scale;
  solution.response = jobs / solution.throughput - think_time;
  solution.utilisations = utilisations(stations, solution.throughput);
  return solution;
}

}  // namespace paje
