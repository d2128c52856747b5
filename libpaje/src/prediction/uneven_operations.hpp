// Operations with a root whose members come at different times. A member may wait for others than
// the root, or what it needs is there before it comes: what it took says less of the network.
#pragma once

#include <cstdint>
#include <vector>

#include "prediction/network_costs.hpp"

namespace paje {

/// A member of such an operation. All in the trace's unit.
struct UnevenMember {
  uint32_t collective = 0;
  uint32_t place = 0;  ///< among the graph's members
  double seconds = 0;  ///< after those had come on whom it depends
  double waited = 0;   ///< of `seconds`, at most this for others than the root
  double longest = 0;  ///< what it takes at most if what it needs is not there before
  double spread = 0;   ///< from the first member that came to the last
};
/// `costs` are collective_costs(). O(members).
std::vector<UnevenMember> uneven_members(const DependencyGraph& graph,
                                         const std::vector<CollectiveCost>& costs);

/// What it takes if the network's costs are multiplied by `network`, and the times between its
/// calls at most by `computing`.
Range cost_of(const UnevenMember& member, const Range& network, double computing);

}  // namespace paje
