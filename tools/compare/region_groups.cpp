#include "compare/region_groups.hpp"

#include <algorithm>
#include <cmath>

namespace paje::tools {

namespace {

// Groups that are kept while regions come, the largest first: enough that none of those shown can
// miss a large part.
constexpr std::size_t kMostGroups = 200;

bool overlap(double start, double end, double other_start, double other_end) {
  const double common = std::min(end, other_end) - std::max(start, other_start);
  const double whole = std::max(end, other_end) - std::min(start, other_start);
  return common > 0.5 * whole || (whole == 0 && common == 0);
}

bool is_one(const Region& a, const Region& b) {
  if ((a.gain() < 0) != (b.gain() < 0) || a.values.empty() || b.values.empty()) return false;
  return a.values[0].value == b.values[0].value &&
         overlap(a.start_a, a.end_a, b.start_a, b.end_a) &&
         (a.start_a != a.end_a || overlap(a.start_b, a.end_b, b.start_b, b.end_b));
}

void add(RegionGroup& group, const Region& region) {
  ++group.regions;
  group.gain += region.gain();
  for (const ValueAmount& amount : region.values) {
    const auto found = std::find_if(group.values.begin(), group.values.end(),
                                    [&](const auto& x) { return x.value == amount.value; });
    if (found == group.values.end()) {
      group.values.push_back(amount);
    } else {
      found->amount += amount.amount;
    }
  }
}

}  // namespace

std::vector<RegionGroup> region_groups(const Runs& runs, std::size_t most) {
  std::vector<RegionGroup> groups;
  for (const Region& region : runs.comparison.regions) {
    if (!runs.times.shows(region.gain())) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const RegionGroup& g) { return is_one(*g.largest, region); });
    if (group == groups.end()) {
      if (groups.size() == kMostGroups) continue;
      groups.emplace_back().largest = &region;
      group = groups.end() - 1;
    }
    add(*group, region);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const auto& x, const auto& y) {
    return std::abs(x.gain) > std::abs(y.gain);
  });
  if (groups.size() > most) groups.resize(most);
  for (RegionGroup& group : groups) {
    std::stable_sort(group.values.begin(), group.values.end(), [](const auto& x, const auto& y) {
      return std::abs(x.amount) > std::abs(y.amount);
    });
  }
  return groups;
}

}  // namespace paje::tools
