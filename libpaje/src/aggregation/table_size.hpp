// Limits the memory of an aggregation's tables.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "paje/aggregation.hpp"

namespace paje {

/// Throws std::invalid_argument if tables of `bytes` exceed the limit of the cells. `nodes` is the
/// number of tree nodes with such tables, for the message. `bytes` is a double, because it may
/// exceed the range of integers.
inline void check_table_bytes(double bytes, const AggregationCells& cells, std::size_t nodes) {
  if (bytes <= static_cast<double>(cells.most_bytes)) return;
  throw std::invalid_argument(fmt::format(
      "tables of {} containers and groups, {} slices and {} values take {:.1f} GB; for a "
      "trace of this size they may take {:.1f} GB, as with fewer slices",
      nodes, cells.slices, cells.values, bytes / 1e9, static_cast<double>(cells.most_bytes) / 1e9));
}

}  // namespace paje
