// What both ways to solve a queueing network need of its stations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paje/models/queueing.hpp"

namespace paje {

/// Throws std::invalid_argument if that is no network with jobs in it.
void check_network(std::span<const Station> stations, uint32_t jobs, double think_time);

/// The share of each station's servers that are busy.
std::vector<double> utilisations(std::span<const Station> stations, double throughput);

}  // namespace paje
