// The events of an OTF2 archive, as its library delivers them in order of time: regions, messages
// and metrics.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/importer.hpp"
#include "exchange/otf2/archive.hpp"
#include "exchange/otf2/containers.hpp"
#include "exchange/otf2/definitions.hpp"
#include "exchange/otf2/fields.hpp"
#include "exchange/otf2/messages.hpp"
#include "exchange/otf2/other_events.hpp"
#include "exchange/otf2/regions.hpp"

namespace paje::exchange {

namespace {

constexpr uint64_t kReportEvery = uint64_t{1} << 16U;
constexpr uint64_t kLeastEventBytes = 4;  // of most events; their numbers may be false

struct EvtCallbacksDeleter {
  void operator()(OTF2_GlobalEvtReaderCallbacks* made) const {
    OTF2_GlobalEvtReaderCallbacks_Delete(made);
  }
};
using EvtCallbacks = std::unique_ptr<OTF2_GlobalEvtReaderCallbacks, EvtCallbacksDeleter>;

class Otf2Import : private Otf2OtherEvents {
 public:
  Otf2Import(const ImportSource& source, ImportedTrace& trace)
      : source_(source),
        trace_(trace),
        archive_(source.path),
        fields_(definitions_, trace),
        regions_(definitions_, trace, source.losses),
        messages_(trace) {
    trace.set_has_messages();
  }

  void run() {
    archive_.read_definitions(definitions_);
    if (definitions_.clock.resolution == 0) archive_.fail("a clock of 0 ticks a second");
    for (const auto& [kind, count] : definitions_.dropped) source_.losses.add(kind, count);
    Otf2Containers(definitions_, trace_, source_.losses).add();
    trace_.create_all_containers_later();
    read_events(archive_.locations_to_read(definitions_, source_.losses));
    regions_.finish();
    messages_.finish(source_.losses);
    Otf2OtherEvents::finish(source_.losses);
    archive_.count_rest(source_.losses);
  }

 private:
  // The data of all callbacks.
  static Otf2Import& of(void* data) {
    return static_cast<Otf2Import&>(*static_cast<Otf2OtherEvents*>(data));
  }

  void read_events(const std::vector<OTF2_LocationRef>& locations) {
    OTF2_Reader* const reader = archive_.reader();
    for (const OTF2_LocationRef location : locations) {
      archive_.check(OTF2_Reader_SelectLocation(reader, location));
    }
    archive_.read_local_definitions(locations, source_.options.is_lenient, source_.losses);
    if (locations.empty()) return;
    archive_.check(OTF2_Reader_OpenEvtFiles(reader));
    for (const OTF2_LocationRef location : locations) {
      if (OTF2_Reader_GetEvtReader(reader, location) == nullptr) {
        archive_.fail(archive_.trouble(OTF2_ERROR_INVALID));
      }
    }
    OTF2_GlobalEvtReader* const events = OTF2_Reader_GetGlobalEvtReader(reader);
    if (events == nullptr) archive_.fail(archive_.trouble(OTF2_ERROR_INVALID));
    const EvtCallbacks callbacks(OTF2_GlobalEvtReaderCallbacks_New());
    if (callbacks == nullptr) throw std::bad_alloc();
    set_callbacks(callbacks.get());
    archive_.check(OTF2_Reader_RegisterGlobalEvtCallbacks(reader, events, callbacks.get(),
                                                          static_cast<Otf2OtherEvents*>(this)));
    uint64_t declared = 0;
    for (const OTF2_LocationRef id : locations) declared += definitions_.locations[id].events;
    trace_.reserve_operations(
        std::min(declared, archive_.bytes_of_events(locations) / kLeastEventBytes) +
        definitions_.locations.values().size());
    uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalEvents(reader, events, &count);
    if (code != OTF2_SUCCESS) damaged(archive_.trouble(code));
    // Some writers declare fewer than they wrote.
    if (code == OTF2_SUCCESS && count < declared) {
      damaged(fmt::format("{} events of the {} that it declares", count, declared));
    }
  }

  void damaged(const std::string& found) {
    if (!source_.options.is_lenient) {
      archive_.fail(fmt::format("{} (--lenient keeps what comes before)", found));
    }
    source_.losses.note(fmt::format("the archive is damaged: {}: events are missing", found));
  }

  static void set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    Otf2OtherEvents::set_callbacks(callbacks);
    OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
    OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
    OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(callbacks, on_send);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_isend);
    OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_receive);
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_ireceive);
    OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
    OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective_end);
    OTF2_GlobalEvtReaderCallbacks_SetParameterStringCallback(callbacks, on_text);
    OTF2_GlobalEvtReaderCallbacks_SetParameterIntCallback(callbacks, on_number<int64_t>);
    OTF2_GlobalEvtReaderCallbacks_SetParameterUnsignedIntCallback(callbacks, on_number<uint64_t>);
  }

  static OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
    Otf2Import& me = of(data);
    const double when = me.begin_event(time);
    me.regions_.enter(when, me.definitions_.locations[location], region,
                      me.fields_.of_region(region, attributes));
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, OTF2_RegionRef region) {
    Otf2Import& me = of(data);
    const double when = me.begin_event(time);
    me.drop_attributes("attributes of ends of regions", attributes);
    me.regions_.leave(when, me.definitions_.locations[location], region);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_send(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                   OTF2_AttributeList* attributes, uint32_t receiver,
                                   OTF2_CommRef comm, uint32_t tag, uint64_t size) {
    Otf2Import& me = of(data);
    me.add_message(location, time, receiver, {comm, tag, size, true}, attributes);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_isend(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, uint32_t receiver,
                                    OTF2_CommRef comm, uint32_t tag, uint64_t size, uint64_t) {
    return on_send(location, time, data, attributes, receiver, comm, tag, size);
  }

  static OTF2_CallbackCode on_receive(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                      OTF2_AttributeList* attributes, uint32_t sender,
                                      OTF2_CommRef comm, uint32_t tag, uint64_t size) {
    Otf2Import& me = of(data);
    me.drop_attributes("attributes of receives", attributes);
    me.add_message(location, time, sender, {comm, tag, size, false}, attributes);
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_ireceive(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                       OTF2_AttributeList* attributes, uint32_t sender,
                                       OTF2_CommRef comm, uint32_t tag, uint64_t size, uint64_t) {
    return on_receive(location, time, data, attributes, sender, comm, tag, size);
  }

  static OTF2_CallbackCode on_metric(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                     OTF2_AttributeList* attributes, OTF2_MetricRef metric,
                                     uint8_t count, const OTF2_Type* types,
                                     const OTF2_MetricValue* values) {
    Otf2Import& me = of(data);
    me.add_metric(location, time, metric, {types, count}, values, attributes);
    return OTF2_CALLBACK_SUCCESS;
  }

  // Its state is the call, which ends after it.
  static OTF2_CallbackCode on_collective_end(OTF2_LocationRef location, OTF2_TimeStamp time,
                                             void* data, OTF2_AttributeList* attributes,
                                             OTF2_CollectiveOp, OTF2_CommRef communicator,
                                             uint32_t root, uint64_t sent, uint64_t received) {
    Otf2Import& me = of(data);
    me.begin_event(time);
    me.drop_attributes("attributes of collective operations", attributes);
    const auto call = me.regions_.open_operation(me.definitions_.locations[location]);
    if (!call) {
      me.source_.losses.add("collective operations outside of regions");
      return OTF2_CALLBACK_SUCCESS;
    }
    const auto fields = static_cast<FieldsIndex>(me.trace_.operations()[*call].number);
    me.trace_.set_fields(*call,
                         me.fields_.of_collective(fields, communicator, root, sent, received));
    return OTF2_CALLBACK_SUCCESS;
  }

  static OTF2_CallbackCode on_text(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                   OTF2_AttributeList* attributes, OTF2_ParameterRef parameter,
                                   OTF2_StringRef text) {
    Otf2Import& me = of(data);
    me.add_parameter(location, time, parameter, me.definitions_.text(text), attributes);
    return OTF2_CALLBACK_SUCCESS;
  }

  template <class Number>
  static OTF2_CallbackCode on_number(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                     OTF2_AttributeList* attributes, OTF2_ParameterRef parameter,
                                     Number number) {
    of(data).add_parameter(location, time, parameter, fmt::format("{}", number), attributes);
    return OTF2_CALLBACK_SUCCESS;
  }

  // A punctual event.
  void add_parameter(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_ParameterRef parameter,
                     std::string_view text, const OTF2_AttributeList* attributes) {
    const double when = begin_event(time);
    const ContainerIndex here = container(location);
    const TypeIndex around = trace_.containers()[here].type;
    const auto [type, is_new] = event_types_.try_emplace({around, parameter}, kRoot);
    if (is_new) {
      const OTF2_StringRef* const defined = definitions_.parameters.find(parameter);
      const OTF2_StringRef name = defined == nullptr ? OTF2_UNDEFINED_STRING : *defined;
      type->second =
          trace_.add_type({ImportedKind::event, around,
                           definitions_.text(name, fmt::format("parameter {}", parameter))});
    }
    trace_.event(when, type->second, here, trace_.word(text), fields_.of_metric(attributes));
  }

  void drop_attributes(const char* kind, const OTF2_AttributeList* attributes) {
    source_.losses.add(kind, OTF2_AttributeList_GetNumberOfElements(attributes));
  }

  struct Message {
    OTF2_CommRef communicator;
    uint32_t tag;
    uint64_t size;
    bool is_send;
  };

  void add_message(OTF2_LocationRef location, OTF2_TimeStamp time, uint32_t rank,
                   const Message& message, const OTF2_AttributeList* attributes) {
    const double when = begin_event(time);
    const Otf2Location* const other = definitions_.member(message.communicator, rank);
    if (other == nullptr) {
      return source_.losses.add("messages whose other side is missing (unknown communicators)");
    }
    const Otf2Location& here = definitions_.locations[location];
    Otf2Channel channel{here.process, other->process, message.communicator, message.tag};
    if (!message.is_send) std::swap(channel.sender, channel.receiver);
    Otf2Half half{when, static_cast<int64_t>(message.size), here.container};
    if (message.is_send) {
      const Otf2Fields::Link link = fields_.link_of(attributes);
      const bool is_link = !link.type.empty();
      half.type = messages_.type_named(is_link ? link.type : "Message");
      half.value = value_word(is_link ? link.value : "message");
      if (link.key) half.key = trace_.rare_word(*link.key);
      half.fields = fields_.of_message(message.communicator, attributes, is_link);
      messages_.send(channel, half);
    } else {
      messages_.receive(channel, half);
    }
  }

  // Mostly that of the message before.
  WordIndex value_word(std::string_view text) {
    const bool is_latest = text.data() != nullptr && latest_value_.data() == text.data() &&
                           latest_value_.size() == text.size();
    if (is_latest) return latest_word_;
    latest_value_ = text;
    return latest_word_ = trace_.word(text);
  }

  void add_metric(OTF2_LocationRef location, OTF2_TimeStamp time, OTF2_MetricRef metric,
                  std::span<const OTF2_Type> types, const OTF2_MetricValue* values,
                  const OTF2_AttributeList* attributes) {
    const double when = begin_event(time);
    const FieldsIndex fields = fields_.of_metric(attributes);
    const OTF2_MetricRef* const instance = definitions_.metric_instances.find(metric);
    const std::vector<OTF2_MetricMemberRef>* const found =
        definitions_.metric_classes.find(instance == nullptr ? metric : *instance);
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (found == nullptr || i >= found->size()) {
        source_.losses.add("values of metrics that are not defined");
        continue;
      }
      const OTF2_MetricMemberRef member = (*found)[i];
      const Otf2Metric& defined = definitions_.metrics[member];
      const double value = number_of(defined, types[i], values[i]);
      if (!std::isfinite(value)) {
        source_.losses.add("values of metrics that are not finite");
        continue;
      }
      trace_.set_variable(when, variable(member, defined, container(location)), container(location),
                          value, fields);
    }
  }

  double number_of(const Otf2Metric& defined, OTF2_Type type, const OTF2_MetricValue& given) {
    constexpr int64_t kExact = int64_t{1} << 53;
    double value = given.floating_point;
    bool is_exact = true;
    if (type == OTF2_TYPE_INT64) {
      value = static_cast<double>(given.signed_int);
      is_exact = given.signed_int >= -kExact && given.signed_int <= kExact;
    }
    if (type == OTF2_TYPE_UINT64) {
      value = static_cast<double>(given.unsigned_int);
      is_exact = given.unsigned_int <= static_cast<uint64_t>(kExact);
    }
    if (!is_exact) source_.losses.add("last digits of values above 2^53");
    const double base = defined.base == OTF2_BASE_BINARY ? 2 : 10;
    if (defined.exponent != 0) value *= std::pow(base, static_cast<double>(defined.exponent));
    return value;
  }

  TypeIndex variable(OTF2_MetricMemberRef member, const Otf2Metric& defined,
                     ContainerIndex location) {
    const TypeIndex around = trace_.containers()[location].type;
    const auto [found, is_new] = variables_.try_emplace({around, member}, kRoot);
    if (is_new) {
      found->second =
          trace_.add_type({ImportedKind::variable, around,
                           definitions_.text(defined.name, fmt::format("metric {}", member))});
    }
    return found->second;
  }

  double begin_event(OTF2_TimeStamp time) {
    if (++events_read_ % kReportEvery == 0) source_.report(events_read_);
    const Otf2Clock& clock = definitions_.clock;
    const double ticks = time >= clock.offset ? static_cast<double>(time - clock.offset)
                                              : -static_cast<double>(clock.offset - time);
    return ticks / static_cast<double>(clock.resolution);
  }

  ContainerIndex container(OTF2_LocationRef location) {
    return definitions_.locations[location].container;
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  Otf2Archive archive_;
  Otf2Definitions definitions_;
  Otf2Fields fields_;
  Otf2Regions regions_;
  Otf2Messages messages_;
  std::map<std::pair<TypeIndex, OTF2_MetricMemberRef>, TypeIndex> variables_;
  std::map<std::pair<TypeIndex, OTF2_ParameterRef>, TypeIndex> event_types_;
  std::string_view latest_value_;  // of a message
  WordIndex latest_word_ = 0;
  uint64_t events_read_ = 0;
};

}  // namespace

void import_otf2(const ImportSource& source, ImportedTrace& trace) {
  if (source.path.empty()) {
    throw std::runtime_error("an OTF2 archive is several files: name its NAME.otf2");
  }
  Otf2Import(source, trace).run();
}

}  // namespace paje::exchange
