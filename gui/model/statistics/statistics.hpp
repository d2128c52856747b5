// What happened in a range of time, in numbers: states, variables and links, of all containers or
// of some. Over the whole run they equal what the table of the trace gives.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/lod/variable_tree.hpp"
#include "model/rows/object.hpp"
#include "model/time/time_axis.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// What statistics are of.
struct StatisticsScope {
  TimeSpan range;
  std::vector<bool> containers = {};  ///< that count; empty: all
  std::vector<bool> hidden = {};      ///< values that do not count; empty: none
  [[nodiscard]] bool has(ContainerId id) const {
    return containers.empty() || containers[id.index];
  }
  [[nodiscard]] bool has(ValueId id) const { return hidden.empty() || !hidden[id.index]; }
};

/// States of one value, in one container or in all. An object counts if a part of it is within the
/// range, or if it has no length and is there; and all numbers are of the parts within.
struct StateStatistics {
  ContainerId container;  ///< invalid: all of them
  TypeId type;
  ValueId value;
  uint64_t count = 0;
  double seconds = 0;    ///< with what is nested in them
  double exclusive = 0;  ///< without the states directly inside, whatever their value
  double mean = 0;
  double least = 0;
  double median = 0;
  double p90 = 0;
  double p99 = 0;
  double greatest = 0;
  /// Exclusive time as part of the window: the length of the range, times the containers that have
  /// states of the type in it.
  double share = 0;
  /// Load balance: mean seconds of the containers that have states of the type, divided by the
  /// most; 1 is even. Only for all containers together.
  double balance = 0;
};

struct VariableStatistics {
  ContainerId container;
  TypeId type;
  uint64_t count = 0;  ///< pieces
  VariableSummary summary;
};

struct EventStatistics {
  ContainerId container;
  TypeId type;
  ValueId value;
  uint64_t count = 0;
};

/// Links from one container to another.
struct TrafficStatistics {
  ContainerId from;
  ContainerId to;
  TypeId type;
  uint64_t count = 0;
  double seconds = 0;  ///< of whole links
};

struct RangeStatistics {
  TimeSpan range;
  std::vector<StateStatistics> values;      ///< by type and value, over all containers
  std::vector<StateStatistics> containers;  ///< by container, type and value
  std::vector<VariableStatistics> variables;
  std::vector<EventStatistics> events;
  std::vector<TrafficStatistics> traffic;  ///< by type, then containers
};

/// O(objects in the range). Throws what `check` throws, which is called now and then, on any
/// thread.
RangeStatistics statistics_in(const Trace& trace, StatisticsScope scope,
                              const std::function<void()>& check = {});
/// Of all rows and values.
inline RangeStatistics statistics_of(const Trace& trace, TimeSpan range,
                                     const std::function<void()>& check = {}) {
  return statistics_in(trace, StatisticsScope{.range = range}, check);
}

/// The state of a value that lasts longest in the scope, the first of several; in one container, or
/// in all if that is invalid. Nothing if there is none. O(states).
std::optional<ObjectRef> longest_of(const Trace& trace, const StatisticsScope& scope, ValueId value,
                                    ContainerId container);

}  // namespace paje::gui
