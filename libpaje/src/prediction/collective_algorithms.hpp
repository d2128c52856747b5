// What collective operations cost if they are done by another algorithm: its messages take what
// those of their size take in the run.
#pragma once

#include <vector>

#include "prediction/cost_change.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/placement_costs.hpp"

namespace paje {

/// By place among the graph's members: the seconds after those have come on whom a member depends;
/// below 0 where that does not change. Empty if nothing does.
struct NewOperations {
  std::vector<Range> members;
  bool has_middle = true;
};
/// With a `placement`, messages inside a node cost otherwise than those between nodes; null if
/// there is none. Throws SelectionError for a pattern that no operation is like,
/// std::invalid_argument if the run does not show what messages of one side cost.
NewOperations new_operations(const NetworkFacts& facts, const CostChange& change,
                             const PlacementCosts* placement, const Scenario& scenario);

}  // namespace paje
