// Rooted operations whose members arrive at different times. A member may wait for members other
// than the root, or find its data ready, so its time is not only that of the network.
#pragma once

#include <cstdint>
#include <vector>

#include "prediction/network_costs.hpp"

namespace paje {

/// A member of such an operation. Times are in the trace's unit.
struct UnevenMember {
  uint32_t collective = 0;
  uint32_t place = 0;  ///< index among the graph's members
  double seconds = 0;  ///< after the arrival of those on which it depends
  double waited = 0;   ///< part of `seconds`: at most this for members other than the root
  double longest = 0;  ///< upper bound of its time if nothing is ready before it arrives
  double spread = 0;   ///< from the arrival of the first member to that of the last
};
/// `costs` are collective_costs(). O(members).
std::vector<UnevenMember> uneven_members(const DependencyGraph& graph,
                                         const std::vector<CollectiveCost>& costs);

/// Its time if the network's costs change by `network`, and the times between calls by at most
/// `computing`.
Range cost_of(const UnevenMember& member, const Range& network, double computing);

}  // namespace paje
