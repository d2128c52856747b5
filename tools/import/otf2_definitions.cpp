#include "import/otf2_definitions.hpp"

#include <new>

namespace paje::tools {

namespace {

Otf2Definitions& of(void* data) { return *static_cast<Otf2Definitions*>(data); }

OTF2_CallbackCode take_clock(void* data, uint64_t resolution, uint64_t offset, uint64_t, uint64_t) {
  of(data).clock = {resolution == 0 ? 1 : resolution, offset};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_string(void* data, OTF2_StringRef self, const char* text) {
  of(data).strings[self] = text;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_region(void* data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef,
                              OTF2_StringRef, OTF2_RegionRole, OTF2_Paradigm, OTF2_RegionFlag,
                              OTF2_StringRef, uint32_t, uint32_t) {
  of(data).regions[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_location_group(void* data, OTF2_LocationGroupRef self, OTF2_StringRef name,
                                      OTF2_LocationGroupType, OTF2_SystemTreeNodeRef,
                                      OTF2_LocationGroupRef) {
  if (of(data).location_groups.try_emplace(self, name).second) of(data).group_order.push_back(self);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_location(void* data, OTF2_LocationRef self, OTF2_StringRef name,
                                OTF2_LocationType, uint64_t events, OTF2_LocationGroupRef group) {
  if (of(data).locations.try_emplace(self, Otf2Location{name, group, events}).second) {
    of(data).location_order.push_back(self);
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_group(void* data, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type,
                             OTF2_Paradigm paradigm, OTF2_GroupFlag, uint32_t count,
                             const uint64_t* members) {
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
    of(data).communicating[paradigm].assign(members, members + count);
  }
  of(data).groups[self] = {type, paradigm, std::vector<uint64_t>(members, members + count)};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_communicator(void* data, OTF2_CommRef self, OTF2_StringRef,
                                    OTF2_GroupRef group, OTF2_CommRef, OTF2_CommFlag) {
  of(data).communicators[self] = group;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_metric(void* data, OTF2_MetricMemberRef self, OTF2_StringRef name,
                              OTF2_StringRef, OTF2_MetricType, OTF2_MetricMode, OTF2_Type,
                              OTF2_Base base, int64_t exponent, OTF2_StringRef) {
  of(data).metrics[self] = {name, base, exponent};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_metric_class(void* data, OTF2_MetricRef self, uint8_t count,
                                    const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence,
                                    OTF2_RecorderKind) {
  of(data).metric_classes[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_metric_instance(void* data, OTF2_MetricRef self, OTF2_MetricRef of_class,
                                       OTF2_LocationRef, OTF2_MetricScope, uint64_t) {
  of(data).metric_instances[self] = of_class;
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

OTF2_GlobalDefReaderCallbacks* Otf2Definitions::callbacks() {
  OTF2_GlobalDefReaderCallbacks* const made = OTF2_GlobalDefReaderCallbacks_New();
  if (made == nullptr) throw std::bad_alloc();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(made, take_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(made, take_string);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(made, take_region);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(made, take_location_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(made, take_location);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(made, take_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(made, take_communicator);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(made, take_metric);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(made, take_metric_class);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(made, take_metric_instance);
  return made;
}

std::string Otf2Definitions::text(OTF2_StringRef string, const std::string& otherwise) const {
  const auto found = strings.find(string);
  return found == strings.end() || found->second.empty() ? otherwise : found->second;
}

// A rank is a number within its communicator's group, whose members are numbers within the group of
// all locations that take part in that paradigm.
const Otf2Location* Otf2Definitions::member(OTF2_CommRef communicator, uint32_t rank) const {
  const auto comm = communicators.find(communicator);
  if (comm == communicators.end()) return nullptr;
  const auto group = groups.find(comm->second);
  if (group == groups.end() || rank >= group->second.members.size()) return nullptr;
  uint64_t member = group->second.members[rank];
  if (group->second.type == OTF2_GROUP_TYPE_COMM_GROUP) {
    const auto all = communicating.find(group->second.paradigm);
    if (all == communicating.end() || member >= all->second.size()) return nullptr;
    member = all->second[member];
  } else if (group->second.type != OTF2_GROUP_TYPE_COMM_LOCATIONS) {
    return nullptr;
  }
  const auto location = locations.find(member);
  return location == locations.end() ? nullptr : &location->second;
}

}  // namespace paje::tools
