// The global definitions of an OTF2 archive, as far as Pajé has a place for them: strings, regions,
// processes and their locations, communicators, metrics.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "import/imported_trace.hpp"

namespace paje::tools {

struct Otf2Clock {
  uint64_t resolution = 1'000'000'000;  ///< ticks a second
  uint64_t offset = 0;                  ///< the first tick
};

struct Otf2Location {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_LocationGroupRef group = OTF2_UNDEFINED_LOCATION_GROUP;
  uint64_t events = 0;
  ContainerIndex container = kRoot;
};

struct Otf2Group {
  OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
  OTF2_Paradigm paradigm = OTF2_PARADIGM_UNKNOWN;
  std::vector<uint64_t> members;
};

struct Otf2Metric {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_Base base = OTF2_BASE_DECIMAL;
  int64_t exponent = 0;
};

struct Otf2Definitions {
  Otf2Clock clock;
  std::unordered_map<OTF2_StringRef, std::string> strings;
  std::unordered_map<OTF2_RegionRef, OTF2_StringRef> regions;
  std::vector<OTF2_LocationGroupRef> group_order;
  std::unordered_map<OTF2_LocationGroupRef, OTF2_StringRef> location_groups;
  std::vector<OTF2_LocationRef> location_order;
  std::unordered_map<OTF2_LocationRef, Otf2Location> locations;
  std::unordered_map<OTF2_GroupRef, Otf2Group> groups;
  /// By paradigm; apart from the groups, since some writers use one of their numbers twice.
  std::map<OTF2_Paradigm, std::vector<uint64_t>> communicating;
  std::unordered_map<OTF2_CommRef, OTF2_GroupRef> communicators;
  std::unordered_map<OTF2_MetricMemberRef, Otf2Metric> metrics;
  std::unordered_map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> metric_classes;
  std::unordered_map<OTF2_MetricRef, OTF2_MetricRef> metric_instances;

  /// Fills this while the library reads global definitions. O(1) each.
  [[nodiscard]] static OTF2_GlobalDefReaderCallbacks* callbacks();

  /// The text of a string, or what stands for one that is not defined.
  [[nodiscard]] std::string text(OTF2_StringRef string, const std::string& otherwise) const;
  /// The location that a rank of a communicator is; none if that is not told.
  [[nodiscard]] const Otf2Location* member(OTF2_CommRef communicator, uint32_t rank) const;
};

}  // namespace paje::tools
