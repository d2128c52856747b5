// Shared by both solvers of queueing networks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/models/queueing.hpp"

namespace paje {

/// Throws std::invalid_argument if the network is not valid, or has no jobs.
void check_network(std::span<const Station> stations, uint32_t jobs, double think_time);

/// The share of busy servers of each station.
std::vector<double> utilisations(std::span<const Station> stations, double throughput);

}  // namespace paje
