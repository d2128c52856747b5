// The aggregates of an overview as boxes that are high enough to be seen.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "aggregate/overview.hpp"

namespace paje::tools {

/// An aggregate, or several that are too thin, merged.
struct AggregateBox {
  ShownAggregate shown;
  bool is_merged = false;
  bool hides_time = false;  ///< cuts in time are not shown
};

/// Of each aggregate, the node that is high enough to be seen: its own or one above it. Parts of
/// one such node that are not its own are merged between the cuts that all of them share. `ranges`
/// are the leaf_ranges(); a leaf is `row_height` pixels high, a box `least` at least.
std::vector<AggregateBox> aggregate_boxes(const Overview& overview,
                                          const std::vector<std::pair<uint32_t, uint32_t>>& ranges,
                                          double row_height, double least);

/// How far the mode leads: its share from that of equal parts (0) to all (1). Counts and
/// differences have no whole to be a share of: they are compared with `most`.
double lead_of_mode(const Overview& overview, const ShownAggregate& shown, double most);

}  // namespace paje::tools
