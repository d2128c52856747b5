// Compares the variables of two traces.
#pragma once

#include "base/thread_pool.hpp"
#include "comparison/track_matching.hpp"
#include "paje/comparison.hpp"

namespace paje {

/// Compares the variables that matched containers have in both traces. `compared` must have the
/// tracks with their columns, and the origins. O(variables and columns of their containers).
std::vector<VariableComparison> compare_variables(const Trace& a, const Trace& b,
                                                  const std::vector<MatchedContainers>& containers,
                                                  const ComparisonOptions& options,
                                                  const Comparison& compared, ThreadPool& parallel);

}  // namespace paje
