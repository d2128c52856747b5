// What a change of costs by factors can do to the length of a run at most.
#pragma once

#include <optional>

#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

struct LengthBounds {
  double low = 0;
  double high = 0;
};

/// `replayed`: the length with all costs as measured. Nothing if the scenario changes more than
/// costs.
std::optional<LengthBounds> length_bounds(const NetworkFacts& facts, const Scenario& scenario,
                                          const ComputingFactors& factors, const CostTables& tables,
                                          double replayed);

}  // namespace paje
