// The critical path of a predicted run.
#pragma once

#include <vector>

#include "paje/prediction.hpp"
#include "prediction/predicted_costs.hpp"

namespace paje {

/// `starts` are those of the replay with these costs. O(length of the path * log(messages)).
std::vector<PredictedPathPiece> predicted_path(const DependencyGraph& graph,
                                               const PredictedCosts& costs,
                                               const std::vector<double>& starts);

}  // namespace paje
