#include "exchange/otf2/definitions.hpp"

#include <new>
#include <string_view>

#include "exchange/otf2/writing/marks.hpp"

namespace paje::exchange {

namespace {

Otf2Definitions& of(void* data) { return *static_cast<Otf2Definitions*>(data); }

void drop(void* data, const char* kind) { ++of(data).dropped[kind]; }

// What says nothing is not lost.
void drop_text(void* data, const char* kind, OTF2_StringRef text) {
  if (text != OTF2_UNDEFINED_STRING && of(data).has_text(text)) drop(data, kind);
}

OTF2_CallbackCode add_clock(void* data, uint64_t resolution, uint64_t offset, uint64_t length,
                            uint64_t date) {
  of(data).clock = {resolution, offset, length};
  if (date != OTF2_UNDEFINED_TIMESTAMP) drop(data, "dates of the recording");
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_string(void* data, OTF2_StringRef self, const char* text) {
  of(data).strings[self] = of(data).characters.add(text);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_attribute(void* data, OTF2_AttributeRef self, OTF2_StringRef name,
                                OTF2_StringRef description, OTF2_Type) {
  of(data).attributes[self] = name;
  if (description != name) drop_text(data, "descriptions of attributes", description);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_node(void* data, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                           OTF2_StringRef class_name, OTF2_SystemTreeNodeRef parent) {
  if (of(data).nodes.try_emplace(self, {name, class_name, parent}).is_new) {
    of(data).node_order.push_back(self);
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_region(void* data, OTF2_RegionRef self, OTF2_StringRef name,
                             OTF2_StringRef canonical, OTF2_StringRef description,
                             OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag,
                             OTF2_StringRef file, uint32_t begin_line, uint32_t end_line) {
  const Otf2Region& region = of(data).regions[self] = {name, file, begin_line, end_line};
  if (!region.has_lines()) drop_text(data, "source files of regions without lines", file);
  if (canonical != name) drop_text(data, "canonical names of regions", canonical);
  if (description != name) drop_text(data, "descriptions of regions", description);
  const bool has_kind = (role != OTF2_REGION_ROLE_UNKNOWN && role != OTF2_REGION_ROLE_FUNCTION) ||
                        (paradigm != OTF2_PARADIGM_UNKNOWN && paradigm != OTF2_PARADIGM_NONE);
  if (has_kind) drop(data, "roles and paradigms of regions");
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_location_group(void* data, OTF2_LocationGroupRef self, OTF2_StringRef name,
                                     OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef node,
                                     OTF2_LocationGroupRef creator) {
  if (of(data).location_groups.try_emplace(self, {name, type, node}).is_new) {
    of(data).group_order.push_back(self);
  }
  if (creator != OTF2_UNDEFINED_LOCATION_GROUP) drop(data, "creators of processes");
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_location(void* data, OTF2_LocationRef self, OTF2_StringRef name,
                               OTF2_LocationType type, uint64_t events,
                               OTF2_LocationGroupRef group) {
  const auto [location, is_new] = of(data).locations.try_emplace(self, {name, type, group, events});
  if (is_new) {
    location.number = static_cast<uint32_t>(of(data).location_order.size());
    of(data).location_order.push_back(self);
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_parameter(void* data, OTF2_ParameterRef self, OTF2_StringRef name,
                                OTF2_ParameterType) {
  of(data).parameters[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

// Whether a property is one that our own writer puts there.
bool is_mark(void* data, OTF2_StringRef name, OTF2_Type type, std::string_view mark,
             OTF2_Type wanted = OTF2_TYPE_STRING) {
  return type == wanted && of(data).text(name) == mark;
}

OTF2_CallbackCode add_node_property(void* data, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                                    OTF2_Type type, OTF2_AttributeValue value) {
  Otf2Node* const node = of(data).nodes.find(self);
  if (node != nullptr && is_mark(data, name, type, kRootMark)) {
    node->is_root = true;
    of(data).is_exact = of(data).text(value.stringRef) == kExactMark;
  } else if (node != nullptr && is_mark(data, name, type, kZeroMark, OTF2_TYPE_UINT64)) {
    of(data).zero = value.uint64;
  } else {
    drop(data, "properties of system tree nodes");
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_group_property(void* data, OTF2_LocationGroupRef self, OTF2_StringRef name,
                                     OTF2_Type type, OTF2_AttributeValue value) {
  Otf2LocationGroup* const group = of(data).location_groups.find(self);
  const bool is_known = group != nullptr;
  if (is_known && is_mark(data, name, type, kNodeMark)) {
    group->is_node = true;
  } else if (is_known && is_mark(data, name, type, kTypeMark)) {
    group->type_name = value.stringRef;
  } else {
    drop(data, "properties of processes");
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_location_property(void* data, OTF2_LocationRef self, OTF2_StringRef name,
                                        OTF2_Type type, OTF2_AttributeValue value) {
  Otf2Location* const location = of(data).locations.find(self);
  const bool is_known = location != nullptr;
  if (is_known && is_mark(data, name, type, kTypeMark)) {
    location->type_name = value.stringRef;
  } else if (is_known && is_mark(data, name, type, kStatesMark)) {
    location->states = value.stringRef;
  } else if (is_known && is_mark(data, name, type, kOtherMark, OTF2_TYPE_LOCATION)) {
    location->same_as = value.locationRef;
  } else {
    drop(data, "properties of threads");
  }
  return OTF2_CALLBACK_SUCCESS;
}

bool has_communicating(OTF2_GroupType type) {
  return type == OTF2_GROUP_TYPE_COMM_LOCATIONS || type == OTF2_GROUP_TYPE_COMM_GROUP ||
         type == OTF2_GROUP_TYPE_COMM_SELF;
}

OTF2_CallbackCode add_group(void* data, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type,
                            OTF2_Paradigm paradigm, OTF2_GroupFlag, uint32_t count,
                            const uint64_t* members) {
  if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
    of(data).communicating[paradigm].assign(members, members + count);
  }
  if (!has_communicating(type)) drop(data, "groups of locations, regions or metrics");
  of(data).groups[self] = {type, paradigm, std::vector<uint64_t>(members, members + count)};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_communicator(void* data, OTF2_CommRef self, OTF2_StringRef name,
                                   OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag) {
  of(data).communicators[self] = {name, group};
  if (parent != OTF2_UNDEFINED_COMM) drop(data, "parents of communicators");
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_metric(void* data, OTF2_MetricMemberRef self, OTF2_StringRef name,
                             OTF2_StringRef description, OTF2_MetricType, OTF2_MetricMode mode,
                             OTF2_Type, OTF2_Base base, int64_t exponent, OTF2_StringRef unit) {
  of(data).metrics[self] = {name, base, exponent, mode};
  if (description != name) drop_text(data, "descriptions of metrics", description);
  drop_text(data, "units of metrics", unit);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_metric_class(void* data, OTF2_MetricRef self, uint8_t count,
                                   const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence,
                                   OTF2_RecorderKind) {
  of(data).metric_classes[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_metric_instance(void* data, OTF2_MetricRef self, OTF2_MetricRef of_class,
                                      OTF2_LocationRef, OTF2_MetricScope kind, uint64_t scope) {
  of(data).metric_instances[self] = {of_class, kind, scope};
  return OTF2_CALLBACK_SUCCESS;
}

// The text of a kind as an argument of a template.
template <std::size_t Size>
struct Kind {
  consteval Kind(const char (&text)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = text[i];
  }
  char characters[Size]{};
};

template <Kind kind, class... Arguments>
OTF2_CallbackCode drop_definition(void* data, Arguments...) {
  drop(data, kind.characters);
  return OTF2_CALLBACK_SUCCESS;
}

void set_dropping(OTF2_GlobalDefReaderCallbacks* made) {
#define PAJE_DROP(name, kind) \
  OTF2_GlobalDefReaderCallbacks_Set##name##Callback(made, drop_definition<kind>)
  PAJE_DROP(Callsite, "call sites");
  PAJE_DROP(Callpath, "call paths");
  PAJE_DROP(CallpathParameter, "parameters of call paths");
  PAJE_DROP(CallingContext, "calling contexts");
  PAJE_DROP(CallingContextProperty, "properties of calling contexts");
  PAJE_DROP(SourceCodeLocation, "source lines of calling contexts");
  PAJE_DROP(InterruptGenerator, "interrupt generators");
  PAJE_DROP(RmaWin, "windows of remote memory");
  PAJE_DROP(InterComm, "intercommunicators");
  PAJE_DROP(MetricClassRecorder, "recorders of metrics");
  PAJE_DROP(SystemTreeNodeDomain, "domains of system tree nodes");
  PAJE_DROP(CartDimension, "dimensions of topologies");
  PAJE_DROP(CartTopology, "topologies");
  PAJE_DROP(CartCoordinate, "coordinates in topologies");
  PAJE_DROP(Paradigm, "paradigms");
  PAJE_DROP(ParadigmProperty, "properties of paradigms");
  PAJE_DROP(IoParadigm, "paradigms of input and output");
  PAJE_DROP(IoRegularFile, "files of input and output");
  PAJE_DROP(IoDirectory, "directories of input and output");
  PAJE_DROP(IoFileProperty, "properties of files");
  PAJE_DROP(IoHandle, "handles of input and output");
  PAJE_DROP(IoPreCreatedHandleState, "states of handles of input and output");
  PAJE_DROP(Unknown, "unknown definitions");
#undef PAJE_DROP
}

}  // namespace

OTF2_GlobalDefReaderCallbacks* Otf2Definitions::callbacks() {
  OTF2_GlobalDefReaderCallbacks* const made = OTF2_GlobalDefReaderCallbacks_New();
  if (made == nullptr) throw std::bad_alloc();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(made, add_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(made, add_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(made, add_attribute);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(made, add_node);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(made, add_region);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(made, add_location_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(made, add_location);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(made, add_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(made, add_communicator);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(made, add_metric);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(made, add_metric_class);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(made, add_metric_instance);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(made, add_parameter);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(made, add_node_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(made, add_group_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(made, add_location_property);
  set_dropping(made);
  return made;
}

std::string Otf2Definitions::text(OTF2_StringRef string, const std::string& otherwise) const {
  const std::string_view found = text(string);
  return found.empty() ? otherwise : std::string(found);
}

DecimalTime Otf2Definitions::time(uint64_t tick) const {
  const uint64_t origin = zero.value_or(clock.offset);
  if (tick >= origin) return DecimalTime::of_ticks(tick - origin, clock.resolution);
  return DecimalTime::of_nanoseconds(0) - DecimalTime::of_ticks(origin - tick, clock.resolution);
}

// A rank is a number within its communicator's group, whose members are numbers within the group of
// all locations that take part in that paradigm.
void Otf2Definitions::find_members() {
  for (Otf2Group& group : groups.values()) {
    const bool is_indirect = group.type == OTF2_GROUP_TYPE_COMM_GROUP;
    if (!is_indirect && group.type != OTF2_GROUP_TYPE_COMM_LOCATIONS) continue;
    const auto all = communicating.find(group.paradigm);
    const auto location_of = [&](uint64_t member) -> const Otf2Location* {
      if (!is_indirect) return locations.find(member);
      const bool is_there = all != communicating.end() && member < all->second.size();
      return is_there ? locations.find(all->second[member]) : nullptr;
    };
    group.locations.reserve(group.members.size());
    for (const uint64_t member : group.members) group.locations.push_back(location_of(member));
  }
}

const Otf2Location* Otf2Definitions::member(OTF2_CommRef communicator, uint32_t rank) const {
  const Otf2Communicator* const comm = communicators.find(communicator);
  const Otf2Group* const group = comm == nullptr ? nullptr : groups.find(comm->group);
  const bool is_there = group != nullptr && rank < group->locations.size();
  return is_there ? group->locations[rank] : nullptr;
}

}  // namespace paje::exchange
