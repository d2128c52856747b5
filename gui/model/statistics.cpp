#include "model/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace paje::gui {

namespace {

struct Sum {
  uint64_t count = 0;
  double seconds = 0;
};

// States of one type, over all containers; by value.
struct ValueSums {
  std::vector<double> durations;
  double seconds = 0;
  double most = 0;  // of one container
};

double clipped(double start, double end, TimeSpan range) {
  return std::max(0.0, std::min(end, range.end) - std::max(start, range.start));
}

void set_distribution(StateStatistics& line, std::vector<double>& durations) {
  line.count = durations.size();
  if (durations.empty()) return;
  double sum = 0;
  for (const double duration : durations) sum += duration;
  line.mean = sum / static_cast<double>(durations.size());
  line.median = percentile(durations, 0.5);
  line.p90 = percentile(durations, 0.9);
  line.p99 = percentile(durations, 0.99);
  const auto [least, greatest] = std::minmax_element(durations.begin(), durations.end());
  line.least = *least;
  line.greatest = *greatest;
}

class StateCollector {
 public:
  StateCollector(const Trace& trace, TimeSpan range) : trace_(trace), range_(range) {
    of_list_.resize(trace.values().size());
    seconds_.resize(trace.values().size());
  }

  void take(const ObjectList& list, RangeStatistics& result) {
    const StateColumns states = trace_.states();
    trace_.for_each_overlapping(list, range_.start, range_.end, [&](uint64_t row) {
      const uint32_t value = states.value[row].index;
      auto& durations = of_list_[value];
      if (durations.empty()) touched_.push_back(value);
      durations.push_back(states.end[row] - states.start[row]);
      seconds_[value] += clipped(states.start[row], states.end[row], range_);
    });
    close_list(list, result);
  }

  void finish(RangeStatistics& result) {
    std::map<TypeId, double> totals;
    for (const auto& [key, sums] : by_value_) totals[key.first] += sums.seconds;
    for (auto& [key, sums] : by_value_) {
      StateStatistics line{.type = key.first, .value = key.second, .seconds = sums.seconds};
      set_distribution(line, sums.durations);
      const double total = totals[key.first];
      line.share = total > 0 ? sums.seconds / total : 0;
      const auto containers = static_cast<double>(containers_of_type_[key.first]);
      line.balance = sums.most > 0 ? sums.seconds / containers / sums.most : 0;
      result.values.push_back(line);
    }
  }

 private:
  void close_list(const ObjectList& list, RangeStatistics& result) {
    if (touched_.empty()) return;
    ++containers_of_type_[list.type];
    std::sort(touched_.begin(), touched_.end());
    double total = 0;
    for (const uint32_t value : touched_) total += seconds_[value];
    for (const uint32_t value : touched_) {
      ValueSums& sums = by_value_[{list.type, ValueId{value}}];
      auto& durations = of_list_[value];
      sums.seconds += seconds_[value];
      sums.most = std::max(sums.most, seconds_[value]);
      sums.durations.insert(sums.durations.end(), durations.begin(), durations.end());
      StateStatistics line{.container = list.container,
                           .type = list.type,
                           .value = ValueId{value},
                           .seconds = seconds_[value]};
      set_distribution(line, durations);
      line.share = total > 0 ? line.seconds / total : 0;
      result.containers.push_back(line);
      durations.clear();
      seconds_[value] = 0;
    }
    touched_.clear();
  }

  const Trace& trace_;
  TimeSpan range_;
  std::vector<std::vector<double>> of_list_;  // by value
  std::vector<double> seconds_;
  std::vector<uint32_t> touched_;
  std::map<std::pair<TypeId, ValueId>, ValueSums> by_value_;
  std::map<TypeId, uint64_t> containers_of_type_;
};

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
  const double rank = std::ceil(share * static_cast<double>(durations.size()));
  const auto at = std::min(static_cast<std::size_t>(std::max(rank - 1, 0.0)), durations.size() - 1);
  const auto nth = durations.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(durations.begin(), nth, durations.end());
  return *nth;
}

RangeStatistics statistics_of(const Trace& trace, TimeSpan range,
                              const std::function<void()>& check) {
  if (range.end < range.start) std::swap(range.start, range.end);
  RangeStatistics result;
  result.range = range;
  StateCollector states(trace, range);
  Traffic traffic;
  for (const ObjectList& list : trace.lists()) {
    if (check) check();
    switch (list.kind) {
      case TypeKind::state:
        states.take(list, result);
        break;
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
  states.finish(result);
  for (const auto& [key, sum] : traffic) {
    const auto& [type, from, to] = key;
    result.traffic.push_back({from, to, type, sum.count, sum.seconds});
  }
  return result;
}

}  // namespace paje::gui
