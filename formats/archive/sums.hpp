// Sums of how long states last, by track and value, without any rounding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/archive/bytes.hpp"

namespace paje::archive {

/// A sum as the doubles that it consists of: each the nearest to what those before leave of it.
using SumParts = std::vector<double>;

/// Of the states of one value.
struct ValueSums {
  uint32_t value = 0;
  uint64_t count = 0;
  SumParts inclusive, inside;
  double shortest = 0, longest = 0;
  friend bool operator==(const ValueSums&, const ValueSums&) = default;
};

struct TrackSums {
  uint32_t track = 0;
  std::vector<ValueSums> values;  ///< in ascending order; together they are all rows
  friend bool operator==(const TrackSums&, const TrackSums&) = default;
};

/// The section, not packed. Tracks are in ascending order.
void write_sums(const std::vector<TrackSums>& tracks, std::string& out);
/// Throws Damage, but does not know which tracks and values there are, nor how many rows.
[[nodiscard]] std::vector<TrackSums> read_sums(ByteReader from);

}  // namespace paje::archive
