// Where each container of a trace is in an OTF2 archive.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/trace.hpp"

namespace paje::exchange {

/// What is written in one stream of events: the states of one type, and with the first location of
/// a container its other objects. States of two types need not nest in one another.
struct PlannedLocation {
  ContainerId container;
  uint32_t group = 0;
  Track states;  ///< empty if there are none
  bool is_first = true;
  bool is_thread = false;  ///< a container of its own, within its process
};

/// A process of OTF2.
struct PlannedGroup {
  ContainerId container;
  ContainerId node;      ///< the system tree node it is in: its parent, or itself
  bool is_node = false;  ///< it stands for that node, which holds objects itself
};

struct Otf2Plan {
  std::vector<ContainerId> nodes;  ///< of the system tree; the root comes first
  std::vector<PlannedGroup> groups;
  std::vector<PlannedLocation> locations;
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> type_number;     ///< of each type, among those of its kind
  std::vector<uint32_t> first_location;  ///< of each container; kNone if it has no objects
};

/// The root and containers with others below are nodes of the system tree, the lowest ones
/// processes with a location of their own; but what holds threads alone is a process. O(containers
/// + links).
Otf2Plan plan_otf2(const Trace& trace);

}  // namespace paje::exchange
