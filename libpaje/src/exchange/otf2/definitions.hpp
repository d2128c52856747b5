// The global definitions of an OTF2 archive, as far as Pajé has a place for them: strings, regions,
// the system tree with its processes and locations, communicators, metrics, attributes. The others
// are counted.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_arena.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/otf2/ref_table.hpp"

namespace paje::exchange {

struct Otf2Clock {
  uint64_t resolution = 1'000'000'000;  ///< ticks a second
  uint64_t offset = 0;                  ///< the first tick
  uint64_t length = 0;                  ///< ticks of the run
};

/// What runs on what: a machine, a node of it, ...
struct Otf2Node {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_StringRef class_name = OTF2_UNDEFINED_STRING;
  OTF2_SystemTreeNodeRef parent = OTF2_UNDEFINED_SYSTEM_TREE_NODE;
  bool is_root = false;  ///< marked, as the others below, by our own writer
  ContainerIndex container = kRoot;
};

struct Otf2LocationGroup {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_LocationGroupType type = OTF2_LOCATION_GROUP_TYPE_UNKNOWN;
  OTF2_SystemTreeNodeRef node = OTF2_UNDEFINED_SYSTEM_TREE_NODE;
  OTF2_StringRef type_name = OTF2_UNDEFINED_STRING;
  bool is_node = false;  ///< it stands for the node
  ContainerIndex container = kRoot;

  [[nodiscard]] bool is_marked() const { return is_node || type_name != OTF2_UNDEFINED_STRING; }
};

struct Otf2Location {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_LocationType type = OTF2_LOCATION_TYPE_UNKNOWN;
  OTF2_LocationGroupRef group = OTF2_UNDEFINED_LOCATION_GROUP;
  uint64_t events = 0;
  uint32_t number = 0;  ///< in the order of definitions
  OTF2_StringRef type_name = OTF2_UNDEFINED_STRING;
  OTF2_StringRef states = OTF2_UNDEFINED_STRING;  ///< what type they are of
  OTF2_LocationRef same_as = OTF2_UNDEFINED_LOCATION;
  ContainerIndex process = kRoot;
  ContainerIndex container = kRoot;
};

struct Otf2Region {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_StringRef file = OTF2_UNDEFINED_STRING;
  uint32_t begin_line = 0;  ///< 0 if not known
  uint32_t end_line = 0;
  /// A file without lines is none: writers that know nothing name their first string.
  [[nodiscard]] bool has_lines() const { return begin_line != 0 || end_line != 0; }
};

struct Otf2Group {
  OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
  OTF2_Paradigm paradigm = OTF2_PARADIGM_UNKNOWN;
  std::vector<uint64_t> members;
  /// Those of the members that communicate, or null; see Otf2Definitions::find_members().
  std::vector<const Otf2Location*> locations = {};
};

struct Otf2Communicator {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_GroupRef group = OTF2_UNDEFINED_GROUP;
};

struct Otf2Metric {
  OTF2_StringRef name = OTF2_UNDEFINED_STRING;
  OTF2_Base base = OTF2_BASE_DECIMAL;
  int64_t exponent = 0;
  OTF2_MetricMode mode = OTF2_METRIC_ABSOLUTE_NEXT;
};

/// Values of a class that are not those of the location that records them.
struct Otf2MetricInstance {
  OTF2_MetricRef of_class = OTF2_UNDEFINED_METRIC;
  OTF2_MetricScope kind = OTF2_SCOPE_LOCATION;
  uint64_t scope = 0;  ///< the number of what they are of
};

struct Otf2Definitions {
  Otf2Clock clock;
  /// The tick of time 0, if that is not where the clock begins.
  std::optional<uint64_t> zero;
  /// Our own writer put all of the trace there: fields have the names that they had, and messages
  /// say which of them is their size.
  bool is_exact = false;
  StringArena characters;
  RefTable<std::string_view> strings;
  RefTable<Otf2Region> regions;
  RefTable<OTF2_StringRef> attributes;
  RefTable<OTF2_StringRef> parameters;
  std::vector<OTF2_SystemTreeNodeRef> node_order;
  RefTable<Otf2Node> nodes;
  std::vector<OTF2_LocationGroupRef> group_order;
  RefTable<Otf2LocationGroup> location_groups;
  std::vector<OTF2_LocationRef> location_order;
  RefTable<Otf2Location> locations;
  RefTable<Otf2Group> groups;
  /// By paradigm; apart from the groups, since some writers use one of their numbers twice.
  std::map<OTF2_Paradigm, std::vector<uint64_t>> communicating;
  RefTable<Otf2Communicator> communicators;
  RefTable<Otf2Metric> metrics;
  RefTable<std::vector<OTF2_MetricMemberRef>> metric_classes;
  RefTable<Otf2MetricInstance> metric_instances;
  std::map<std::string, uint64_t, std::less<>> dropped;  ///< what has no place, by kind

  /// Fills this while the library reads global definitions. O(1) each.
  [[nodiscard]] static OTF2_GlobalDefReaderCallbacks* callbacks();

  [[nodiscard]] double seconds(uint64_t tick) const {
    const uint64_t origin = zero.value_or(clock.offset);
    const double ticks =
        tick >= origin ? static_cast<double>(tick - origin) : -static_cast<double>(origin - tick);
    return ticks / static_cast<double>(clock.resolution);
  }

  /// The same with all its digits, as far as they are nanoseconds.
  [[nodiscard]] DecimalTime time(uint64_t tick) const;

  /// Finds which locations the members of groups are; all definitions have to be there.
  void find_members();

  /// The text of a string; empty if it is not defined.
  [[nodiscard]] std::string_view text(OTF2_StringRef string) const {
    const std::string_view* const found = strings.find(string);
    return found == nullptr ? std::string_view() : *found;
  }
  /// The same, or what stands for one that is not defined.
  [[nodiscard]] std::string text(OTF2_StringRef string, const std::string& otherwise) const;
  /// Whether the string is there and says something.
  [[nodiscard]] bool has_text(OTF2_StringRef string) const { return !text(string).empty(); }
  /// The location that a rank of a communicator is; none if the archive does not say.
  [[nodiscard]] const Otf2Location* member(OTF2_CommRef communicator, uint32_t rank) const;
};

}  // namespace paje::exchange
