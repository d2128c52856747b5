// The messages of collective operations by their algorithm, after R. Thakur, R. Rabenseifner and
// W. Gropp, "Optimization of collective communication operations in MPICH" (2005).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Between which members the messages of a step go. Members are counted from the root on, the first
/// after the last; the other way round is the same.
enum class MessageWay : uint8_t {
  star,   ///< one by one: from the root to each in turn
  chain,  ///< one by one: from each to the next, from the root on
  tree,   ///< at once: from each second of those `distance` apart to the one `distance` on
  pairs,  ///< at once: between those whose numbers differ in the bit `distance`
  shift,  ///< at once: from each to the one `distance` on
  turns,  ///< at once: from each to the next, then to the one after that, and so on
};

/// A number of messages of one size, one after the other for each member that takes part.
struct AlgorithmStep {
  uint32_t messages = 0;
  double bytes = 0;
  MessageWay way = MessageWay::star;
  uint32_t distance = 0;  ///< of trees, pairs and shifts
};

/// The steps of the whole operation by its value. There are two members or more, each contributes
/// `bytes`. `kind` decides for other values than those of MPI.
std::vector<AlgorithmStep> algorithm_steps(std::string_view value, CallKind kind,
                                           CollectiveAlgorithm algorithm, uint32_t members,
                                           double bytes);

}  // namespace paje
