// Processes that exchange messages with neighbours on other machines: the benchmark that the
// regression of communication time is trained with (Papadopoulou, Goumas, Koziris).
#pragma once

#include <vector>

#include "network/communicator.hpp"
#include "network/precision.hpp"

namespace paje::network {

struct Halo {
  std::vector<int> per_node;  ///< processes on each machine
  std::vector<int> messages;  ///< of each process
  std::vector<int64_t> sizes;
  Precision precision;
};

/// What one configuration exchanges, and the mean time of its processes, at rank 0.
struct HaloTime {
  int nodes = 0;
  int per_node = 0;
  int messages = 0;
  int64_t bytes = 0;
  double time = 0;
};

/// A process writes in turn to the process of the same place on the next machine and on the
/// previous machine, in a ring; on one machine, to the next process and the one before.
/// Configurations with one process only are left out, and machines with fewer processes than asked
/// for. Called by all.
Outcome measure_halo(const Communicator& world, const Places& places, const Halo& wanted,
                     std::vector<HaloTime>& times);

}  // namespace paje::network
