// Costs of collective operations with another algorithm: each of its messages costs as much as
// messages of its size in the run.
#pragma once

#include <string>
#include <vector>

#include "prediction/cost_change.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/placement_costs.hpp"

namespace paje {

/// By index among the graph's members: seconds from the arrival of those on which the member
/// depends; below 0 if unchanged. Empty if nothing changes.
struct NewOperations {
  std::vector<Range> members;
  bool has_middle = true;
  std::vector<std::string> assumptions;  ///< one for each algorithm that is asked for
};
/// `placement`: costs inside and between nodes differ; null: they do not. Throws SelectionError for
/// a pattern without a matching operation, std::invalid_argument if the run does not show the cost
/// of messages on one side, or of the bytes that are asked for.
NewOperations new_operations(const NetworkFacts& facts, const CostChange& network,
                             const PlacementCosts* placement, const Scenario& scenario);

}  // namespace paje
