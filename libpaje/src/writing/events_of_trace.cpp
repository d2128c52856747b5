#include "writing/events_of_trace.hpp"

#include <utility>

namespace paje::writing {

namespace {

EventKind definition_kind(TypeKind kind) {
  switch (kind) {
    case TypeKind::container:
      return EventKind::define_container_type;
    case TypeKind::state:
      return EventKind::define_state_type;
    case TypeKind::variable:
      return EventKind::define_variable_type;
    case TypeKind::event:
      return EventKind::define_event_type;
    case TypeKind::link:
      break;
  }
  return EventKind::define_link_type;
}

}  // namespace

EventsOfTrace::EventsOfTrace(const Trace& trace, const TraceData& data, Encoding encoding,
                             ByteSink sink)
    : trace_(trace),
      data_(data),
      words_(trace, encoding),
      forms_(trace.event_definitions()),
      output_(encoding == Encoding::text ? text_output(std::move(sink))
                                         : record_output(encoding, std::move(sink))) {}

EventsOfTrace::Form EventsOfTrace::form_of(const Type& type) {
  return {TraceForms::kNone, definition_kind(type.kind), type.has_alias, type.color.has_value()};
}

EventsOfTrace::Form EventsOfTrace::form_of(const EntityValue& value) {
  return {TraceForms::kNone, EventKind::define_entity_value,
          !are_same(value.name, value.identifier), value.color.has_value()};
}

EventsOfTrace::Form EventsOfTrace::form_of(ContainerId id) const {
  const Container& container = trace_[id];
  const UserFields::Reference fields = data_.names.user_fields_of(id);
  return {
      fields == UserFields::kNone ? TraceForms::kNone : data_.names.user_fields.definition(fields),
      EventKind::create_container, !are_same(container.name, container.identifier), false};
}

EventsOfTrace::Form EventsOfTrace::form_of(std::size_t track, const TrackEvent& event) const {
  const bool has_fields = event.fields != UserFields::kNone;
  return {has_fields ? data_.user_fields[track].definition(event.fields) : TraceForms::kNone,
          event.kind, false, false};
}

void EventsOfTrace::begin() {
  forms_.finish();
  for (const auto& [form, definition] : forms_.all()) output_->define(definition);
  const std::span<const Type> types = trace_.types();
  for (uint32_t i = 1; i < types.size(); ++i) define(types[i], {i});
  for (const EntityValue& value : trace_.values()) {
    if (value.defined) define(value);
  }
}

void EventsOfTrace::define(const Type& type, TypeId id) {
  if (type.has_alias) fields_.push_back(words_.type(id));
  fields_.push_back(words_.type(type.parent));
  if (type.kind == TypeKind::link) {
    fields_.push_back(words_.type(type.start_type));
    fields_.push_back(words_.type(type.end_type));
  }
  fields_.push_back(words_.word(type.name));
  if (type.color) fields_.push_back(words_.word(*type.color));
  send(forms_.of(form_of(type)));
}

void EventsOfTrace::define(const EntityValue& value) {
  const Form form = form_of(value);
  if (form.has_alias) fields_.push_back(words_.word(value.identifier));
  fields_.push_back(words_.type(value.type));
  fields_.push_back(words_.word(value.name));
  if (value.color) fields_.push_back(words_.word(*value.color));
  send(forms_.of(form));
}

void EventsOfTrace::add_fields(const UserFields& fields, UserFields::Reference piece) {
  fields.for_each_word(
      piece, [&](uint32_t, std::string_view raw) { fields_.push_back(words_.passing(raw)); });
}

void EventsOfTrace::create(ContainerId id) {
  const Container& container = trace_[id];
  const Form form = form_of(id);
  const EventDefinition& definition = forms_.of(form);
  fields_.push_back(FieldValue::of_number(container.start));
  if (form.has_alias) fields_.push_back(words_.container(id));
  fields_.push_back(words_.type(container.type));
  fields_.push_back(words_.container(container.parent));
  fields_.push_back(words_.word(container.name));
  if (has_empty_filename(definition)) fields_.push_back(words_.word(Name{"", true}));
  if (form.fields_of != TraceForms::kNone) {
    add_fields(data_.names.user_fields, data_.names.user_fields_of(id));
  }
  send(definition);
}

void EventsOfTrace::destroy(ContainerId id, double time) {
  fields_ = {FieldValue::of_number(time), words_.type(trace_[id].type), words_.container(id)};
  send(forms_.of(EventKind::destroy_container));
}

void EventsOfTrace::reset(ContainerId id, TypeId type, double time) {
  fields_ = {FieldValue::of_number(time), words_.type(type), words_.container(id)};
  send(forms_.of(EventKind::reset_state));
}

void EventsOfTrace::write(std::size_t number, const TrackEvent& event) {
  const Track& track = trace_.tracks()[number];
  fields_.push_back(FieldValue::of_number(event.time));
  fields_.push_back(words_.type(track.type));
  fields_.push_back(words_.container(track.container));
  if (track.kind == TypeKind::link) {
    const LinkColumns links = trace_.links();
    fields_.push_back(words_.container(event.kind == EventKind::start_link
                                           ? links.start_container[event.row]
                                           : links.end_container[event.row]));
    fields_.push_back(words_.value(links.value[event.row]));
    fields_.push_back(words_.passing(trace_.link_key(event.row)));
  } else if (track.kind == TypeKind::variable) {
    fields_.push_back(FieldValue::of_number(trace_.variables().value[event.row]));
  } else if (event.kind != EventKind::pop_state) {
    fields_.push_back(words_.value(trace_.values(track.kind)[event.row]));
  }
  if (event.fields == UserFields::kNone) return send(forms_.of(event.kind));
  add_fields(data_.user_fields[number], event.fields);
  send(forms_.of(form_of(number, event)));
}

}  // namespace paje::writing
