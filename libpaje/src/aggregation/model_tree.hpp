// The tree of an aggregation model: leaves, and what of the container tree is above them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

struct ModelTree {
  std::vector<ContainerId> containers;  ///< leaves first, each before its parent, the root last
  std::vector<uint32_t> parents;
  uint32_t leaves = 0;
};

/// These containers, none of which is above another, and all above them but those with a single
/// child. Siblings are in the order of their names, in which digits count as numbers (rank 2
/// before rank 10).
ModelTree model_tree(const Trace& trace, const std::vector<ContainerId>& leaves);

/// Whether `a` comes before `b` when runs of digits count as numbers.
bool is_before_by_numbers(std::string_view a, std::string_view b);

}  // namespace paje
