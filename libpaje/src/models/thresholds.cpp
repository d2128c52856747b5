// Finds the thresholds of linear collectives from their times by size.
#include <algorithm>
#include <map>

#include "models/lmo_experiments.hpp"
#include "models/size_line.hpp"
#include "paje/models/collectives.hpp"

namespace paje {

namespace {

using Points = std::vector<SizeTime>;

constexpr std::size_t kFewestOnLine = 3;

// Mean times by root, ascending by size.
std::map<uint32_t, Points> by_root(std::span<const CollectiveTime> measured, CollectiveKind kind) {
  std::map<uint32_t, std::map<double, MeanTime>> means;
  for (const CollectiveTime& one : measured) {
    if (one.kind == kind) means[one.root][one.bytes].add(one.time);
  }
  std::map<uint32_t, Points> found;
  for (const auto& [root, sizes] : means) {
    for (const auto& [bytes, time] : sizes) found[root].push_back({bytes, time.mean()});
  }
  return found;
}

// M_1 and M_2 of a root as indices: points before `small_end`, and from `large_first` on.
struct GatherPlaces {
  std::size_t small_end = 0;
  std::size_t large_first = 0;
};
GatherPlaces gather_places(const Points& points, EscalationRule rule) {
  const auto escalated = find_escalation(points, rule);
  if (!escalated) {
    const auto leap = find_leap(points);
    const std::size_t end = leap ? *leap + 1 : points.size();
    return {end, end};
  }
  const std::span<const SizeTime> rest = std::span(points).subspan(*escalated + 1);
  const std::vector<std::size_t> segments = find_segments(rest, 1);
  if (segments.size() < 2) return {*escalated + 1, points.size()};
  const std::size_t large = *escalated + 2 + segments[segments.size() - 2];
  // Only predict sizes for which times are on a line again, which two points cannot show.
  return {*escalated + 1, large + kFewestOnLine > points.size() ? points.size() : large};
}

// c_1 - N t_r - max or sum over i of (t_i + 1 / beta_ri). The paper does not subtract N t_r,
// although its formula already contains that slope.
std::optional<double> slope_besides(const LmoModel& model, uint32_t root,
                                    std::span<const SizeTime> points, bool one_after_another) {
  const LineSums sums = sums_of(points);
  if (!sums.has_two_sizes()) return std::nullopt;
  double greatest = 0, sum = 0;
  for (uint32_t i = 0; i < model.size(); ++i) {
    if (i == root) continue;
    const double slope = model.per_byte[i] + model.link(root, i);
    greatest = std::max(greatest, slope);
    sum += slope;
  }
  return sums.line().per_byte - (model.size() - 1) * model.per_byte[root] -
         (one_after_another ? sum : greatest);
}

}  // namespace

CollectiveThresholds fit_thresholds(const LmoModel& model, std::span<const CollectiveTime> measured,
                                    EscalationRule rule) {
  CollectiveThresholds found;
  for (const auto& [root, points] : by_root(measured, CollectiveKind::scatter)) {
    const auto leap = find_leap(points);
    if (leap) found.scatter_leap = std::min(found.scatter_leap, points[*leap].bytes);
  }
  MeanTime small, large;
  for (const auto& [root, points] : by_root(measured, CollectiveKind::gather)) {
    const GatherPlaces places = gather_places(points, rule);
    if (places.small_end < points.size()) {
      found.gather_small = std::min(found.gather_small, points[places.small_end - 1].bytes);
    }
    if (places.large_first < points.size()) {
      found.gather_large = std::min(found.gather_large, points[places.large_first].bytes);
    }
    const std::span<const SizeTime> all = points;
    const auto first = slope_besides(model, root, all.first(places.small_end), false);
    const auto last = slope_besides(model, root, all.subspan(places.large_first), true);
    if (first) small.add(*first);
    if (last) large.add(*last);
  }
  if (small.count > 0) found.small_slope = small.mean();
  if (large.count > 0) found.large_slope = large.mean();
  return found;
}

}  // namespace paje
