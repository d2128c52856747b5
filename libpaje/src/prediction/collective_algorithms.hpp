// What collective operations cost if they are done by another algorithm: counts of messages, after
// R. Thakur, R. Rabenseifner and W. Gropp, "Optimization of collective communication operations in
// MPICH" (2005), each of which takes what messages of its size take in the run.
#pragma once

#include <vector>

#include "prediction/cost_change.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

/// A number of messages of one size, one after the other.
struct AlgorithmStep {
  double messages = 0;
  double bytes = 0;
};
/// The steps of the whole operation by its value; `kind` decides for other values than those of
/// MPI.
std::vector<AlgorithmStep> algorithm_steps(std::string_view value, CallKind kind,
                                           CollectiveAlgorithm algorithm, double members,
                                           double bytes);

/// By place among the graph's members: the seconds after those have come on whom a member depends;
/// below 0 where that does not change. Empty if nothing does.
struct NewOperations {
  std::vector<Range> members;
  bool has_middle = true;
};
/// Throws SelectionError for a pattern that no operation is like.
NewOperations new_operations(const NetworkFacts& facts, const CostChange& change,
                             const Scenario& scenario);

}  // namespace paje
