// Who sends how much to whom.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// All links from one container to another.
struct ContainerPair {
  ContainerId from;
  ContainerId to;
  uint64_t messages = 0;
  double bytes = 0;  ///< of those links whose size is known
};

/// By `from`, then `to`, those of links that exist. `sizes` has the size of each link by row, or is
/// empty if the trace does not tell. O(links).
PAJE_EXPORT std::vector<ContainerPair> message_matrix(const Trace& trace,
                                                      std::span<const double> sizes);

/// The size of each link by row, 0 where it has none; empty if links have no field for it. `field`
/// names the field, see UserColumns.
PAJE_EXPORT std::vector<double> link_sizes(const Trace& trace, std::string_view field = {});

}  // namespace paje
