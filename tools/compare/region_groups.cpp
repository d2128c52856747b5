#include "compare/region_groups.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

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

// A group while regions come to it.
struct Growing {
  RegionGroup group;
  std::unordered_map<uint32_t, std::size_t> places;  // of values in group.values

  void add(const Region& region) {
    ++group.regions;
    group.gain += region.gain();
    for (const ValueAmount& amount : region.values) {
      const auto [place, is_new] = places.try_emplace(amount.value, group.values.size());
      if (is_new) {
        group.values.push_back(amount);
      } else {
        group.values[place->second].amount += amount.amount;
      }
    }
  }
};

}  // namespace

std::vector<RegionGroup> region_groups(const Runs& runs, std::size_t most) {
  std::vector<Growing> growing;
  for (const Region& region : runs.comparison.regions) {
    if (!runs.times.shows(region.gain())) continue;
    auto found = std::find_if(growing.begin(), growing.end(), [&](const Growing& one) {
      return is_one(*one.group.largest, region);
    });
    if (found == growing.end()) {
      if (growing.size() == kMostGroups) continue;
      growing.emplace_back().group.largest = &region;
      found = growing.end() - 1;
    }
    found->add(region);
  }
  std::vector<RegionGroup> groups;
  for (Growing& one : growing) groups.push_back(std::move(one.group));
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
