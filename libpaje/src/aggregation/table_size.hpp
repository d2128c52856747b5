// How much memory tables of an aggregation may take.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "paje/aggregation.hpp"

namespace paje {

/// Throws std::invalid_argument if tables of `bytes` are more than the cells allow; `nodes` is how
/// many nodes of the tree they are of. Of floating point, because they may be more than an integer
/// holds.
inline void check_table_bytes(double bytes, const AggregationCells& cells, std::size_t nodes) {
  if (bytes <= static_cast<double>(cells.most_bytes)) return;
  throw std::invalid_argument(fmt::format(
      "tables of {} containers and groups, {} slices and {} values take {:.1f} GB; for a "
      "trace of this size they may take {:.1f} GB, as with fewer slices",
      nodes, cells.slices, cells.values, bytes / 1e9, static_cast<double>(cells.most_bytes) / 1e9));
}

}  // namespace paje
