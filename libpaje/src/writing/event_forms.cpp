#include "writing/event_forms.hpp"

#include <string>
#include <utility>

namespace paje::writing {

namespace {

using enum FieldName;

// The fields of a kind of event, in the order in which they are written. Time comes first, then
// what all timed events have in common.
std::vector<FieldName> fields_of(EventKind kind) {
  switch (kind) {
    case EventKind::define_container_type:
    case EventKind::define_event_type:
    case EventKind::define_state_type:
    case EventKind::define_variable_type:
      return {alias, type, name};
    case EventKind::define_link_type:
      return {alias, type, start_container_type, end_container_type, name};
    case EventKind::define_entity_value:
      return {type, name};
    case EventKind::create_container:
      return {time, alias, type, container, name};
    case EventKind::destroy_container:
      return {time, type, name};
    case EventKind::pop_state:
    case EventKind::reset_state:
      return {time, type, container};
    case EventKind::start_link:
      return {time, type, container, start_container, value, key};
    case EventKind::end_link:
      return {time, type, container, end_container, value, key};
    case EventKind::trace_file:
      return {container, type, filename};
    case EventKind::new_event:
    case EventKind::set_state:
    case EventKind::push_state:
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
      break;
  }
  return {time, type, container, value};
}

FieldType type_of(EventKind kind, FieldName field) {
  if (field == time) return FieldType::date;
  if (field == color) return FieldType::color;
  const bool is_variable = kind == EventKind::set_variable || kind == EventKind::add_variable ||
                           kind == EventKind::sub_variable;
  return field == value && is_variable ? FieldType::double_number : FieldType::string;
}

void add_field(EventDefinition& definition, FieldName field) {
  definition.fields.push_back(
      {field, type_of(definition.kind, field), std::string(spelling(field))});
}

constexpr EventKind kColored[] = {EventKind::define_variable_type, EventKind::define_entity_value};

}  // namespace

EventDefinition definition_of(EventKind kind, bool has_alias, bool has_color) {
  EventDefinition definition;
  definition.kind = kind;
  std::vector<FieldName> fields = fields_of(kind);
  std::erase(fields, alias);
  // After the time, if there is one.
  if (has_alias) fields.insert(fields.begin() + (fields.front() == time ? 1 : 0), alias);
  if (has_color) fields.push_back(color);
  for (const FieldName field : fields) add_field(definition, field);
  return definition;
}

EventForms::EventForms() {
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    add(static_cast<EventKind>(kind)).index_fields();
  }
  for (const EventKind kind : kColored) {
    EventDefinition& definition = add(kind);
    add_field(definition, color);
    definition.index_fields();
  }
}

EventDefinition& EventForms::add(EventKind kind) {
  EventDefinition& definition = all_.emplace_back();
  definition.kind = kind;
  definition.id = static_cast<int64_t>(all_.size()) - 1;
  for (const FieldName field : fields_of(kind)) add_field(definition, field);
  return definition;
}

const EventDefinition& EventForms::colored(EventKind kind) const {
  return all_[kEventKinds + (kind == kColored[0] ? 0 : 1)];
}

TraceWriter::Fields EventForms::add_fields(std::vector<UserField> fields) {
  for (const UserField& field : fields) {
    const bool is_word =
        !field.name.empty() && field.name.find_first_of(" \t\r\v\f\n\"#%") == std::string::npos;
    if (!is_word)
      throw WriterError("user-defined field '" + field.name + "': its name must be one word");
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
      if (field_name(static_cast<EventKind>(kind), field.name, true) == user_defined) continue;
      throw WriterError("user-defined field '" + field.name +
                        "': the format has a field of that name");
    }
  }
  fields_.push_back(std::move(fields));
  return {static_cast<uint32_t>(fields_.size()) - 1};
}

const std::vector<UserField>& EventForms::fields(TraceWriter::Fields names) const {
  if (names.index >= fields_.size())
    throw WriterError("user-defined fields that this writer does not have");
  return fields_[names.index];
}

std::pair<const EventDefinition&, bool> EventForms::with(EventKind kind,
                                                         TraceWriter::Fields names) {
  const EventDefinition*& form = with_fields_[{kind, names.index}];
  if (form != nullptr) return {*form, false};
  const std::vector<UserField>& declared = fields(names);
  EventDefinition& definition = add(kind);
  for (const UserField& field : declared) {
    definition.fields.push_back({user_defined, field.type, field.name});
  }
  definition.index_fields();
  form = &definition;
  return {definition, true};
}

}  // namespace paje::writing
