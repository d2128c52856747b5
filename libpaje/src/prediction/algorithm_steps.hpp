// The messages of collective operations by their algorithm, after R. Thakur, R. Rabenseifner and
// W. Gropp, "Optimization of collective communication operations in MPICH" (2005).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"

namespace paje {

/// Between which members the messages of a step go. Members are numbered cyclically from the root
/// on. The reverse direction (as in a reduction) costs the same.
enum class MessageWay : uint8_t {
  star,   ///< one by one: from the root to each other member
  chain,  ///< one by one: from each member to the next, starting at the root
  tree,   ///< at once: from multiples of 2 `distance` to the member `distance` on
  pairs,  ///< at once: between members whose numbers differ in the bit `distance`
  shift,  ///< at once: from each member to the one `distance` on
  turns,  ///< at once: from each member to the next, then to the one after that, and so on
};

/// Messages of one size, sent one after the other by each member that takes part.
struct AlgorithmStep {
  uint32_t messages = 0;
  double bytes = 0;
  MessageWay way = MessageWay::star;
  uint32_t distance = 0;  ///< of trees, pairs and shifts
};

/// The steps of a whole operation, chosen by its value (MPI names); `kind` decides for other
/// values. There must be at least two members; each contributes `bytes`.
std::vector<AlgorithmStep> algorithm_steps(std::string_view value, CallKind kind,
                                           CollectiveAlgorithm algorithm, uint32_t members,
                                           double bytes);

}  // namespace paje
