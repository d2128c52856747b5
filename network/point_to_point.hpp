// Round trips of pairs, and messages of one process to two others: what the LMO model is estimated
// from.
#pragma once

#include <vector>

#include "network/communicator.hpp"
#include "network/precision.hpp"

namespace paje::network {

struct PointToPoint {
  std::vector<int64_t> sizes = {16384};  ///< bytes, besides 0
  bool serial = false;                   ///< one group at a time
  Precision precision;
};

/// Empty round trips, then those of each size with an empty answer, of all pairs; then of each size
/// messages from each process to all pairs of others. Called by all processes; each has its own
/// entries. Counts of experiments are those that this process is the root of.
Outcome measure_point_to_point(const Communicator& world, const PointToPoint& wanted);

}  // namespace paje::network
