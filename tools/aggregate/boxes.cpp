#include "aggregate/boxes.hpp"

#include <algorithm>
#include <map>

namespace paje::tools {

namespace {

using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;

void merge(const Overview& overview, const Ranges& ranges, uint32_t node,
           const std::vector<const ShownAggregate*>& parts, std::vector<AggregateBox>& boxes) {
  const uint32_t slices = overview.model.cells.slices;
  std::vector<bool> is_covered(slices, false);
  std::vector<bool> joins_next(slices, false);  // some part goes on into the next slice
  for (const ShownAggregate* part : parts) {
    for (uint32_t t = part->aggregate.first; t <= part->aggregate.last; ++t) {
      is_covered[t] = true;
      if (t < part->aggregate.last) joins_next[t] = true;
    }
  }
  for (uint32_t first = 0; first < slices; ++first) {
    if (!is_covered[first]) continue;
    uint32_t last = first;
    while (joins_next[last]) ++last;
    const bool hides_time = std::any_of(parts.begin(), parts.end(), [&](const auto* part) {
      const Aggregate& at = part->aggregate;
      return at.first >= first && at.last <= last && at.last - at.first < last - first;
    });
    boxes.push_back({summary_of(overview.model, {node, first, last, 0, 0}, ranges[node].first,
                                ranges[node].second),
                     true, hides_time});
    first = last;
  }
}

}  // namespace

std::vector<AggregateBox> aggregate_boxes(const Overview& overview, const Ranges& ranges,
                                          double row_height, double least) {
  const std::vector<uint32_t>& parents = overview.model.cells.parents;
  const auto height = [&](uint32_t node) {
    return row_height * (ranges[node].second - ranges[node].first);
  };
  std::vector<AggregateBox> boxes;
  std::map<uint32_t, std::vector<const ShownAggregate*>> thin;
  for (const ShownAggregate& shown : overview.aggregates) {
    uint32_t node = shown.aggregate.node;
    while (height(node) < least && parents[node] != AggregationCells::kNoParent) {
      node = parents[node];
    }
    if (node == shown.aggregate.node) {
      boxes.push_back({shown, false, false});
    } else {
      thin[node].push_back(&shown);
    }
  }
  for (const auto& [node, parts] : thin) merge(overview, ranges, node, parts, boxes);
  return boxes;
}

double lead_of_mode(const Overview& overview, const ShownAggregate& shown, double most) {
  const double share = overview.depth_of(shown);
  if (overview.has_shares()) {
    const double least = 1.0 / overview.model.cells.values;
    return std::clamp(overview.model.cells.values == 1 ? share : (share - least) / (1 - least), 0.0,
                      1.0);
  }
  return most > 0 ? std::clamp(share / most, 0.0, 1.0) : 0;
}

}  // namespace paje::tools
