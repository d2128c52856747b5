// Scattering and gathering: first where they change with the size, then sizes below.
#pragma once

#include <vector>

#include "network/communicator.hpp"
#include "network/precision.hpp"

namespace paje::network {

struct Collectives {
  std::vector<int64_t> sizes;  ///< ascending, to look for thresholds with
  int root = 0;
  Precision precision;
};

struct FoundThresholds {
  double scatter_leap = 0;  ///< bytes; 0: none up to the greatest size
  double gather_escalates = 0;
};

/// Called by all processes; `found` is set at the root.
Outcome measure_collectives(const Communicator& world, const Collectives& wanted,
                            FoundThresholds& found);

}  // namespace paje::network
