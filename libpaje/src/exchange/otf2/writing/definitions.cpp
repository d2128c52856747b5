#include "exchange/otf2/writing/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "exchange/otf2/writing/check.hpp"
#include "exchange/otf2/writing/marks.hpp"
#include "paje/visible_text.hpp"

namespace paje::exchange {

namespace {

class Definitions {
 public:
  Definitions(const Trace& trace, const Otf2Plan& plan, const Otf2Ticks& ticks, Otf2Names& names,
              OTF2_GlobalDefWriter* writer)
      : trace_(trace),
        plan_(plan),
        ticks_(ticks),
        names_(names),
        writer_(writer),
        empty_(names.strings("")) {}

  // Some readers want strings first, but all are known only at the end: a first pass numbers them
  // and writes nothing.
  void write(const std::vector<uint64_t>& events) {
    is_writing_ = false;
    write_all(events);
    is_writing_ = true;
    const auto& strings = names_.strings.all();
    for (uint32_t i = 0; i < strings.size(); ++i) {
      const OTF2_ErrorCode code = OTF2_GlobalDefWriter_WriteString(writer_, i, strings[i].c_str());
      if (code == OTF2_ERROR_INVALID_SIZE_GIVEN) refuse(strings[i]);
      check_written(code);
    }
    write_all(events);
  }

 private:
  // A definition has to fit in a piece of the file.
  [[noreturn]] static void refuse(std::string_view text) {
    constexpr std::size_t kMostShown = 40;
    const std::string_view begin = text.substr(0, kMostShown);
    throw std::runtime_error(
        fmt::format("OTF2 cannot be written: a name or word of {} bytes is too long: '{}...'",
                    text.size(), visible(begin.substr(0, whole_characters(begin)))));
  }

  // Arguments are evaluated in both passes.
  template <class Write, class... Arguments>
  void put(Write put_one, Arguments... arguments) {
    if (is_writing_) check_written(put_one(writer_, arguments...));
  }

  uint32_t string(std::string_view text) { return names_.strings(text); }
  uint32_t name(const Name& of) { return string(of.text); }
  uint32_t type_name(ContainerId id) { return name(trace_[trace_[id].type].name); }
  static OTF2_AttributeValue value(uint32_t text) {
    OTF2_AttributeValue made{};
    made.stringRef = text;
    return made;
  }

  void write_all(const std::vector<uint64_t>& events) {
    write_nodes();
    write_groups();
    write_locations(events);
    write_types();
    for (uint32_t i = 0; i < trace_.values().size(); ++i) {
      const uint32_t text = name(trace_.values()[i].name);
      put(OTF2_GlobalDefWriter_WriteRegion, i, text, text, empty_,
          OTF2_RegionRole{OTF2_REGION_ROLE_FUNCTION}, OTF2_Paradigm{OTF2_PARADIGM_UNKNOWN},
          OTF2_RegionFlag{OTF2_REGION_FLAG_NONE}, empty_, uint32_t{0}, uint32_t{0});
    }
    const auto& attributes = names_.attributes.all();
    for (uint32_t i = 0; i < attributes.size(); ++i) {
      put(OTF2_GlobalDefWriter_WriteAttribute, i, attributes[i].name, attributes[i].name,
          attributes[i].type);
    }
  }

  // A tree node has the number of its container, which comes after its parent.
  void write_nodes() {
    for (const ContainerId id : plan_.nodes) {
      const bool is_root = id.index == 0;
      put(OTF2_GlobalDefWriter_WriteSystemTreeNode, id.index, name(trace_[id].name),
          is_root ? string("machine") : type_name(id),
          is_root ? OTF2_UNDEFINED_SYSTEM_TREE_NODE : trace_[id].parent.index);
      if (!is_root) continue;
      put(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty, id.index, string(kRootMark),
          OTF2_Type{OTF2_TYPE_STRING}, value(string(kExactMark)));
      if (ticks_.zero() == 0) continue;
      OTF2_AttributeValue zero{};
      zero.uint64 = ticks_.zero();
      put(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty, id.index, string(kZeroMark),
          OTF2_Type{OTF2_TYPE_UINT64}, zero);
    }
  }

  void write_groups() {
    for (uint32_t i = 0; i < plan_.groups.size(); ++i) {
      const PlannedGroup& group = plan_.groups[i];
      put(OTF2_GlobalDefWriter_WriteLocationGroup, i, name(trace_[group.container].name),
          OTF2_LocationGroupType{OTF2_LOCATION_GROUP_TYPE_PROCESS}, group.node.index,
          OTF2_UNDEFINED_LOCATION_GROUP);
      put(OTF2_GlobalDefWriter_WriteLocationGroupProperty, i,
          string(group.is_node ? kNodeMark : kTypeMark), OTF2_Type{OTF2_TYPE_STRING},
          value(type_name(group.container)));
    }
  }

  void write_locations(const std::vector<uint64_t>& events) {
    for (uint32_t i = 0; i < plan_.locations.size(); ++i) {
      const PlannedLocation& location = plan_.locations[i];
      const bool has_states = location.states.size() > 0;
      std::string text(trace_[location.container].name.text);
      if (!location.is_first) {
        text += " (" + std::string(trace_[location.states.type].name.text) + ")";
      }
      put(OTF2_GlobalDefWriter_WriteLocation, uint64_t{i}, string(text),
          OTF2_LocationType{OTF2_LOCATION_TYPE_CPU_THREAD}, events[i], location.group);
      if (!location.is_first) {
        OTF2_AttributeValue first{};
        first.locationRef = plan_.first_location[location.container.index];
        put(OTF2_GlobalDefWriter_WriteLocationProperty, uint64_t{i}, string(kOtherMark),
            OTF2_Type{OTF2_TYPE_LOCATION}, first);
      }
      const auto mark = [&](const char* of, uint32_t with) {
        put(OTF2_GlobalDefWriter_WriteLocationProperty, uint64_t{i}, string(of),
            OTF2_Type{OTF2_TYPE_STRING}, value(with));
      };
      if (location.is_thread && location.is_first) mark(kTypeMark, type_name(location.container));
      if (has_states) mark(kStatesMark, name(trace_[location.states.type].name));
    }
  }

  void write_types() {
    write_communicating();
    for (uint32_t i = 0; i < trace_.types().size(); ++i) {
      const Type& type = trace_.types()[i];
      const uint32_t text = name(type.name);
      const uint32_t self = plan_.type_number[i];
      if (type.kind == TypeKind::variable) {
        put(OTF2_GlobalDefWriter_WriteMetricMember, self, text, empty_,
            OTF2_MetricType{OTF2_METRIC_TYPE_USER}, OTF2_MetricMode{OTF2_METRIC_ABSOLUTE_NEXT},
            OTF2_Type{OTF2_TYPE_DOUBLE}, OTF2_Base{OTF2_BASE_DECIMAL}, int64_t{0}, empty_);
        const OTF2_MetricMemberRef member = self;
        put(OTF2_GlobalDefWriter_WriteMetricClass, self, uint8_t{1}, &member,
            OTF2_MetricOccurrence{OTF2_METRIC_ASYNCHRONOUS},
            OTF2_RecorderKind{OTF2_RECORDER_KIND_ABSTRACT});
      } else if (type.kind == TypeKind::event) {
        put(OTF2_GlobalDefWriter_WriteParameter, self, text,
            OTF2_ParameterType{OTF2_PARAMETER_TYPE_STRING});
      } else if (type.kind == TypeKind::link) {
        put(OTF2_GlobalDefWriter_WriteComm, self, text, OTF2_GroupRef{1}, OTF2_UNDEFINED_COMM,
            OTF2_CommFlag{OTF2_COMM_FLAG_NONE});
      }
    }
  }

  // All locations: the rank of each is its number.
  void write_communicating() {
    std::vector<uint64_t> all(plan_.locations.size());
    std::iota(all.begin(), all.end(), uint64_t{0});
    const auto count = static_cast<uint32_t>(all.size());
    for (const uint32_t i : {0U, 1U}) {
      put(OTF2_GlobalDefWriter_WriteGroup, i, i == 0 ? string("locations") : string("all"),
          static_cast<OTF2_GroupType>(i == 0 ? OTF2_GROUP_TYPE_COMM_LOCATIONS
                                             : OTF2_GROUP_TYPE_COMM_GROUP),
          OTF2_Paradigm{OTF2_PARADIGM_MPI}, OTF2_GroupFlag{OTF2_GROUP_FLAG_NONE}, count,
          static_cast<const uint64_t*>(all.data()));
    }
  }

  const Trace& trace_;
  const Otf2Plan& plan_;
  const Otf2Ticks& ticks_;
  Otf2Names& names_;
  OTF2_GlobalDefWriter* writer_;
  uint32_t empty_;
  bool is_writing_ = false;
};

}  // namespace

void write_definitions(const Trace& trace, const Otf2Plan& plan, const Otf2Ticks& ticks,
                       const std::vector<uint64_t>& events, Otf2Names& names,
                       OTF2_GlobalDefWriter* writer) {
  const uint64_t length = trace.end_time() ? ticks.of(*trace.end_time()) : 0;
  check_written(OTF2_GlobalDefWriter_WriteClockProperties(
      writer, ticks.resolution(), 0, std::max<uint64_t>(length, 1), OTF2_UNDEFINED_TIMESTAMP));
  Definitions(trace, plan, ticks, names, writer).write(events);
}

}  // namespace paje::exchange
