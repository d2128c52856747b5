#include "exchange/otf2/keep_events.hpp"

#include "exchange/otf2/other_events.hpp"

namespace paje::exchange {

namespace {

void keep_attributes(Otf2Block& block, const OTF2_AttributeList* attributes) {
  const uint32_t count = OTF2_AttributeList_GetNumberOfElements(attributes);
  for (uint32_t i = 0; i < count; ++i) {
    Otf2Attribute kept;
    const OTF2_ErrorCode code =
        OTF2_AttributeList_GetAttributeByIndex(attributes, i, &kept.ref, &kept.type, &kept.value);
    if (code == OTF2_SUCCESS) block.attributes.push_back(kept);
  }
}

OTF2_CallbackCode code_of(const Otf2Event* kept) {
  return kept == nullptr ? OTF2_CALLBACK_INTERRUPT : OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  return code_of(keep_event(data, location, time, Otf2EventKind::enter, region, attributes));
}

OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  return code_of(keep_event(data, location, time, Otf2EventKind::leave, region, attributes));
}

template <Otf2EventKind kind>
OTF2_CallbackCode on_message(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                             OTF2_AttributeList* attributes, uint32_t other, OTF2_CommRef comm,
                             uint32_t tag, uint64_t size) {
  Otf2Event* const event = keep_event(data, location, time, kind, other, attributes);
  if (event == nullptr) return OTF2_CALLBACK_INTERRUPT;
  event->communicator = comm;
  event->detail = tag;
  event->size = size;
  return OTF2_CALLBACK_SUCCESS;
}

template <Otf2EventKind kind>
OTF2_CallbackCode on_requested(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                               OTF2_AttributeList* attributes, uint32_t other, OTF2_CommRef comm,
                               uint32_t tag, uint64_t size, uint64_t) {
  return on_message<kind>(location, time, data, attributes, other, comm, tag, size);
}

// The values come before the attributes.
OTF2_CallbackCode on_metric(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                            OTF2_AttributeList* attributes, OTF2_MetricRef metric, uint8_t count,
                            const OTF2_Type* types, const OTF2_MetricValue* values) {
  Otf2Event* const event = keep_event(data, location, time, Otf2EventKind::metric, metric, nullptr);
  if (event == nullptr) return OTF2_CALLBACK_INTERRUPT;
  Otf2Block& block = **static_cast<Otf2Filled*>(data);
  try {
    for (uint8_t i = 0; i < count; ++i) {
      Otf2Attribute value;
      value.type = types[i];
      value.value.uint64 = values[i].unsigned_int;
      block.attributes.push_back(value);
    }
    event->values = count;
    keep_attributes(block, attributes);
  } catch (...) {
    block.failure = std::current_exception();
    return OTF2_CALLBACK_INTERRUPT;
  }
  event->attributes = static_cast<uint32_t>(block.attributes.size()) - event->first - count;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_collective_end(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, OTF2_CollectiveOp,
                                    OTF2_CommRef communicator, uint32_t root, uint64_t sent,
                                    uint64_t received) {
  Otf2Event* const event =
      keep_event(data, location, time, Otf2EventKind::collective_end, 0, attributes);
  if (event == nullptr) return OTF2_CALLBACK_INTERRUPT;
  event->communicator = communicator;
  event->detail = root;
  event->size = sent;
  event->received = received;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_text(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                          OTF2_AttributeList* attributes, OTF2_ParameterRef parameter,
                          OTF2_StringRef text) {
  Otf2Event* const event =
      keep_event(data, location, time, Otf2EventKind::text_parameter, parameter, attributes);
  if (event != nullptr) event->detail = text;
  return code_of(event);
}

template <Otf2EventKind kind, class Number>
OTF2_CallbackCode on_number(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                            OTF2_AttributeList* attributes, OTF2_ParameterRef parameter,
                            Number number) {
  Otf2Event* const event = keep_event(data, location, time, kind, parameter, attributes);
  if (event != nullptr) event->size = static_cast<uint64_t>(number);
  return code_of(event);
}

}  // namespace

Otf2Event* keep_event(void* data, OTF2_LocationRef location, OTF2_TimeStamp time,
                      Otf2EventKind kind, uint32_t subject,
                      const OTF2_AttributeList* attributes) noexcept {
  Otf2Block& block = **static_cast<Otf2Filled*>(data);
  try {
    Otf2Event& event = block.events.emplace_back();
    event.time = time;
    event.location = location;
    event.kind = kind;
    event.subject = subject;
    event.first = static_cast<uint32_t>(block.attributes.size());
    if (attributes != nullptr) keep_attributes(block, attributes);
    event.attributes = static_cast<uint32_t>(block.attributes.size()) - event.first;
    return &event;
  } catch (...) {
    block.failure = std::current_exception();
    return nullptr;
  }
}

void set_callbacks_of_events(OTF2_GlobalEvtReaderCallbacks* callbacks) {
  Otf2OtherEvents::set_callbacks(callbacks);
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_enter);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_leave);
  OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(callbacks, on_message<Otf2EventKind::send>);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_requested<Otf2EventKind::send>);
  OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_message<Otf2EventKind::receive>);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(callbacks,
                                                    on_requested<Otf2EventKind::receive>);
  OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
  OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_collective_end);
  OTF2_GlobalEvtReaderCallbacks_SetParameterStringCallback(callbacks, on_text);
  OTF2_GlobalEvtReaderCallbacks_SetParameterIntCallback(
      callbacks, on_number<Otf2EventKind::signed_parameter, int64_t>);
  OTF2_GlobalEvtReaderCallbacks_SetParameterUnsignedIntCallback(
      callbacks, on_number<Otf2EventKind::unsigned_parameter, uint64_t>);
}

}  // namespace paje::exchange
