#include "simulation/presence.hpp"

#include <algorithm>

#include "paje/simulation/simulate.hpp"

namespace paje::simulation {

namespace {

constexpr double kShortest = 1e-3, kLongest = 1e12;  // seconds of a session
constexpr std::size_t kMostEdges = 20'000'000;

}  // namespace

const Sessions* Presence::sessions_of(uint32_t machine) const {
  const auto found =
      std::partition_point(system_.sessions.begin(), system_.sessions.end(),
                           [&](const auto& row) { return row.first.second <= machine; });
  return found != system_.sessions.end() && found->first.first <= machine ? &found->second
                                                                          : nullptr;
}

double Presence::edge(Machine& machine, const Sessions& sessions, std::size_t i) {
  std::vector<double>& edges = machine.edges;
  while (edges.size() <= i) {
    if (edges.size() >= kMostEdges) {
      throw SimulationError("volunteers come and go more than 10,000,000 times in a run");
    }
    const bool goes = edges.size() % 2 == 0;
    const double seconds = goes ? machine.dice.draw(sessions.session, kShortest, kLongest)
                                : machine.dice.draw(sessions.away, 0, kLongest);
    edges.push_back((edges.empty() ? 0 : edges.back()) + seconds);
  }
  return edges[i];
}

double Presence::end(uint32_t number, double start, double seconds) {
  const Sessions* const sessions = sessions_of(number);
  if (sessions == nullptr) return start + seconds;
  // Differs for each machine, and for neighbouring seeds.
  const uint64_t seed = sessions->seed * 0x9e3779b97f4a7c15U + number;
  Machine& machine = machines_.try_emplace(number, Machine{Dice(seed), {}}).first->second;
  std::size_t i = static_cast<std::size_t>(
      std::upper_bound(machine.edges.begin(), machine.edges.end(), start) - machine.edges.begin());
  while (edge(machine, *sessions, i) <= start) ++i;
  if (i % 2 == 1) start = machine.edges[i++];
  while (start + seconds > edge(machine, *sessions, i)) {
    seconds -= machine.edges[i] - start;
    start = edge(machine, *sessions, i + 1);
    i += 2;
  }
  return start + seconds;
}

}  // namespace paje::simulation
