// What happened in a range of time, in numbers: states, variables and links, of all containers or
// of some. Over the whole run they equal what the table of the trace gives.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/lod/variable_tree.hpp"
#include "model/time/time_axis.hpp"
#include "paje/trace.hpp"

namespace paje::gui {

/// States of one value, in one container or in all. An object counts if it overlaps the range.
struct StateStatistics {
  ContainerId container;  ///< invalid: all of them
  TypeId type;
  ValueId value;
  uint64_t count = 0;
  double seconds = 0;  ///< of the parts within the range
  // Of whole durations, also where they reach beyond the range.
  double mean = 0;
  double least = 0;
  double median = 0;
  double p90 = 0;
  double p99 = 0;
  double greatest = 0;
  double share = 0;  ///< of the time that the containers have states of this type in the range
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
RangeStatistics statistics_of(const Trace& trace, TimeSpan range,
                              const std::function<void()>& check = {});

}  // namespace paje::gui
