#include "model/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "model/parallel.hpp"

namespace paje::gui {

namespace {

struct Sum {
  uint64_t count = 0;
  double seconds = 0;
};

// States of one value in one list.
struct ValueOfList {
  ValueId value;
  std::vector<double> durations;
  double seconds = 0;
};

// States of one type and value, over all containers.
struct ValueSums {
  std::vector<const ValueOfList*> parts;
  double seconds = 0;
  double most = 0;  // of one container
};

std::size_t rank_of(std::size_t count, double share) {
  const double rank = std::ceil(share * static_cast<double>(count));
  return std::min(static_cast<std::size_t>(std::max(rank - 1, 0.0)), count - 1);
}

double clipped(double start, double end, TimeSpan range) {
  return std::max(0.0, std::min(end, range.end) - std::max(start, range.start));
}

// Each percentile is sought behind the one before.
void set_distribution(StateStatistics& line, std::vector<double>& durations) {
  line.count = durations.size();
  if (durations.empty()) return;
  double sum = 0;
  line.least = durations.front();
  line.greatest = durations.front();
  for (const double duration : durations) {
    sum += duration;
    line.least = std::min(line.least, duration);
    line.greatest = std::max(line.greatest, duration);
  }
  line.mean = sum / static_cast<double>(durations.size());
  auto from = durations.begin();
  const auto next = [&](double share) {
    const auto rank = static_cast<std::ptrdiff_t>(rank_of(durations.size(), share));
    std::nth_element(from, durations.begin() + rank, durations.end());
    from = durations.begin() + rank;
    return *from;
  };
  line.median = next(0.5);
  line.p90 = next(0.9);
  line.p99 = next(0.99);
}

// The durations of one list by value; values ascend.
std::vector<ValueOfList> values_of(const Trace& trace, const ObjectList& list, TimeSpan range) {
  const StateColumns states = trace.states();
  std::vector<ValueOfList> values;
  std::vector<uint32_t> places;  // by value; 0: not met yet
  trace.for_each_overlapping(list, range.start, range.end, [&](uint64_t row) {
    const uint32_t value = states.value[row].index;
    if (value >= places.size()) places.resize(value + std::size_t{1});
    if (places[value] == 0) {
      values.push_back({ValueId{value}, {}, 0});
      places[value] = static_cast<uint32_t>(values.size());
    }
    ValueOfList& of_value = values[places[value] - 1];
    of_value.durations.push_back(states.end[row] - states.start[row]);
    of_value.seconds += clipped(states.start[row], states.end[row], range);
  });
  std::sort(values.begin(), values.end(),
            [](const ValueOfList& a, const ValueOfList& b) { return a.value < b.value; });
  return values;
}

// Lines of all lists and values, without their distributions.
struct StateLines {
  std::map<std::pair<TypeId, ValueId>, ValueSums> by_value;
  std::vector<std::vector<double>*> durations;  // of result.containers
};

StateLines add_state_lines(const std::vector<ObjectList>& lists,
                           std::vector<std::vector<ValueOfList>>& values, RangeStatistics& result) {
  StateLines lines;
  std::map<TypeId, double> containers;
  std::map<TypeId, double> totals;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    double total = 0;
    for (const ValueOfList& of_value : values[i]) total += of_value.seconds;
    totals[lists[i].type] += total;
    if (!values[i].empty()) ++containers[lists[i].type];
    for (ValueOfList& of_value : values[i]) {
      ValueSums& sums = lines.by_value[{lists[i].type, of_value.value}];
      sums.parts.push_back(&of_value);
      sums.seconds += of_value.seconds;
      sums.most = std::max(sums.most, of_value.seconds);
      result.containers.push_back({.container = lists[i].container,
                                   .type = lists[i].type,
                                   .value = of_value.value,
                                   .seconds = of_value.seconds,
                                   .share = total > 0 ? of_value.seconds / total : 0});
      lines.durations.push_back(&of_value.durations);
    }
  }
  for (const auto& [key, sums] : lines.by_value) {
    const double total = totals[key.first];
    const double mean = sums.seconds / containers[key.first];
    result.values.push_back({.type = key.first,
                             .value = key.second,
                             .seconds = sums.seconds,
                             .share = total > 0 ? sums.seconds / total : 0,
                             .balance = sums.most > 0 ? mean / sums.most : 0});
  }
  return lines;
}

void take_states(const Trace& trace, const std::function<void()>& check, RangeStatistics& result) {
  std::vector<ObjectList> lists;
  for (const ObjectList& list : trace.lists()) {
    if (list.kind == TypeKind::state) lists.push_back(list);
  }
  std::vector<std::vector<ValueOfList>> values(lists.size());
  for_each_parallel(lists.size(), [&](std::size_t i) {
    if (check) check();
    values[i] = values_of(trace, lists[i], result.range);
  });
  const StateLines lines = add_state_lines(lists, values, result);
  // All containers together first: this reads the durations that the other reorders.
  std::vector<const ValueSums*> sums_of;
  for (const auto& [key, sums] : lines.by_value) sums_of.push_back(&sums);
  for_each_parallel(sums_of.size(), [&](std::size_t i) {
    if (check) check();
    std::vector<double> all;
    for (const ValueOfList* part : sums_of[i]->parts) {
      all.insert(all.end(), part->durations.begin(), part->durations.end());
    }
    set_distribution(result.values[i], all);
  });
  for_each_parallel(lines.durations.size(), [&](std::size_t i) {
    set_distribution(result.containers[i], *lines.durations[i]);
  });
}

void take_variable(const Trace& trace, const ObjectList& list, RangeStatistics& result) {
  const VariableColumns variables = trace.variables();
  VariableStatistics line{.container = list.container, .type = list.type};
  trace.for_each_overlapping(list, result.range.start, result.range.end, [&](uint64_t row) {
    ++line.count;
    line.summary.add(variables.value[row],
                     clipped(variables.start[row], variables.end[row], result.range));
  });
  if (line.count > 0) result.variables.push_back(line);
}

void take_events(const Trace& trace, const ObjectList& list, RangeStatistics& result) {
  std::map<ValueId, uint64_t> counts;
  const RowRange rows = trace.starting_in(list, result.range.start, result.range.end);
  for (uint64_t row = rows.first; row < rows.last; ++row) ++counts[trace.events().value[row]];
  for (const auto& [value, count] : counts) {
    result.events.push_back({list.container, list.type, value, count});
  }
}

using Traffic = std::map<std::tuple<TypeId, ContainerId, ContainerId>, Sum>;

void take_links(const Trace& trace, const ObjectList& list, TimeSpan range, Traffic& traffic) {
  const LinkColumns links = trace.links();
  trace.for_each_overlapping(list, range.start, range.end, [&](uint64_t row) {
    Sum& sum = traffic[{list.type, links.start_container[row], links.end_container[row]}];
    ++sum.count;
    sum.seconds += links.end[row] - links.start[row];
  });
}

}  // namespace

double percentile(std::vector<double>& durations, double share) {
  const std::size_t at = rank_of(durations.size(), share);
  const auto nth = durations.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(durations.begin(), nth, durations.end());
  return *nth;
}

RangeStatistics statistics_of(const Trace& trace, TimeSpan range,
                              const std::function<void()>& check) {
  if (range.end < range.start) std::swap(range.start, range.end);
  RangeStatistics result;
  result.range = range;
  take_states(trace, check, result);
  Traffic traffic;
  for (const ObjectList& list : trace.lists()) {
    if (check) check();
    switch (list.kind) {
      case TypeKind::state:
        break;  // all together, above
      case TypeKind::variable:
        take_variable(trace, list, result);
        break;
      case TypeKind::event:
        take_events(trace, list, result);
        break;
      case TypeKind::link:
        take_links(trace, list, range, traffic);
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

}  // namespace paje::gui
