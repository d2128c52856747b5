// The tree of an aggregation model: its leaves, and the containers above them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

struct ModelTree {
  std::vector<ContainerId> containers;  ///< leaves first; nodes before their parents
  std::vector<uint32_t> parents;
  uint32_t leaves = 0;
};

/// The tree of these containers, none of them above another, and their ancestors, except ancestors
/// with a single child. Siblings are in natural order of their names (rank 2 before rank 10).
ModelTree model_tree(const Trace& trace, const std::vector<ContainerId>& leaves);

/// Whether `a` precedes `b` in natural order, in which runs of digits compare as numbers.
bool is_before_by_numbers(std::string_view a, std::string_view b);

}  // namespace paje
