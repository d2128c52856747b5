// Regions that are one to people: the same happening in several tracks at the same time.
#pragma once

#include <vector>

#include "compare/runs.hpp"

namespace paje::tools {

struct RegionGroup {
  const Region* largest = nullptr;
  std::size_t regions = 0;
  double gain = 0;  ///< of all
  std::vector<ValueAmount> values;
};

/// Groups of regions that overlap by more than half in A's time or, where they have none of it, in
/// B's, and whose time grew or shrank most by the same value. The largest gains first, `most` at
/// most.
std::vector<RegionGroup> region_groups(const Runs& runs, std::size_t most);

}  // namespace paje::tools
