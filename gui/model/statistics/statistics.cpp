#include "model/statistics/statistics.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "model/statistics/state_statistics.hpp"

namespace paje::gui {

namespace {

struct Sum {
  uint64_t count = 0;
  double seconds = 0;
};

double clipped(double start, double end, TimeSpan range) {
  return std::max(0.0, std::min(end, range.end) - std::max(start, range.start));
}

void add_variable(const Trace& trace, const Track& track, RangeStatistics& result) {
  const VariableColumns variables = trace.variables();
  VariableStatistics line{.container = track.container, .type = track.type};
  trace.for_each_overlapping(track, result.range.start, result.range.end, [&](uint64_t row) {
    ++line.count;
    line.summary.add(variables.value[row],
                     clipped(variables.start[row], variables.end[row], result.range));
  });
  if (line.count > 0) result.variables.push_back(line);
}

void add_events(const Trace& trace, const Track& track, const StatisticsScope& scope,
                RangeStatistics& result) {
  std::unordered_map<uint32_t, uint64_t> counts;
  const RowRange rows = trace.starting_in(track, result.range.start, result.range.end);
  const auto values = trace.events().value;
  for (uint64_t row = rows.first; row < rows.last; ++row) ++counts[values[row].index];
  const std::size_t first = result.events.size();
  for (const auto& [value, count] : counts) {
    if (!scope.has(ValueId{value})) continue;
    result.events.push_back({track.container, track.type, ValueId{value}, count});
  }
  std::sort(result.events.begin() + static_cast<std::ptrdiff_t>(first), result.events.end(),
            [](const EventStatistics& a, const EventStatistics& b) { return a.value < b.value; });
}

using Traffic = std::map<std::tuple<TypeId, ContainerId, ContainerId>, Sum>;

void add_links(const Trace& trace, const Track& track, const StatisticsScope& scope,
               Traffic& traffic) {
  const LinkColumns links = trace.links();
  // By the two containers as one number: to look one up must not cost more than the link.
  std::unordered_map<uint64_t, Sum> sums;
  const TimeSpan range = scope.range;
  trace.for_each_overlapping(track, range.start, range.end, [&](uint64_t row) {
    if (!scope.has(links.start_container[row]) || !scope.has(links.end_container[row])) return;
    if (!scope.has(links.value[row])) return;
    Sum& sum =
        sums[uint64_t{links.start_container[row].index} << 32U | links.end_container[row].index];
    ++sum.count;
    sum.seconds += links.end[row] - links.start[row];
  });
  for (const auto& [pair, sum] : sums) {
    Sum& all = traffic[{track.type, ContainerId{static_cast<uint32_t>(pair >> 32U)},
                        ContainerId{static_cast<uint32_t>(pair)}}];
    all.count += sum.count;
    all.seconds += sum.seconds;
  }
}

}  // namespace

RangeStatistics statistics_in(const Trace& trace, StatisticsScope scope,
                              const std::function<void()>& check) {
  if (scope.range.end < scope.range.start) std::swap(scope.range.start, scope.range.end);
  RangeStatistics result;
  result.range = scope.range;
  add_state_statistics(trace, scope, check, result);
  Traffic traffic;
  for (const Track& track : trace.tracks()) {
    if (check) check();
    if (track.kind != TypeKind::link && !scope.has(track.container)) continue;
    switch (track.kind) {
      case TypeKind::state:
        break;  // all together, above
      case TypeKind::variable:
        add_variable(trace, track, result);
        break;
      case TypeKind::event:
        add_events(trace, track, scope, result);
        break;
      case TypeKind::link:
        add_links(trace, track, scope, traffic);
        break;
      case TypeKind::container:
        break;
    }
  }
  for (const auto& [key, sum] : traffic) {
    const auto& [type, from, to] = key;
    result.traffic.push_back({from, to, type, sum.count, sum.seconds});
  }
  return result;
}

std::optional<ObjectRef> longest_of(const Trace& trace, const StatisticsScope& scope, ValueId value,
                                    ContainerId container) {
  std::optional<ObjectRef> longest;
  double length = -1;
  const StateColumns states = trace.states();
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state || !scope.has(track.container)) continue;
    if (container.valid() && track.container != container) continue;
    trace.for_each_overlapping(track, scope.range.start, scope.range.end, [&](uint64_t row) {
      if (states.value[row] != value) return;
      const double within = clipped(states.start[row], states.end[row], scope.range);
      if (within <= length) return;
      length = within;
      longest = ObjectRef{track.kind, track.container, track.type, row};
    });
  }
  return longest;
}

}  // namespace paje::gui
