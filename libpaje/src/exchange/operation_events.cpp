#include "exchange/operation_events.hpp"

#include <fmt/format.h>

namespace paje::exchange {

namespace {

using Kind = Operation::Kind;

FieldValue text_field(std::string_view text) { return FieldValue::of_text(text, false); }

// Those that are made have one length, so that they sort as their numbers do.
std::vector<std::string> aliases(char letter, const auto& items) {
  const std::size_t width = fmt::formatted_size("{}", items.size());
  std::vector<std::string> names(items.size());
  names[kRoot] = "0";
  for (std::size_t i = 1; i < items.size(); ++i) {
    names[i] =
        items[i].alias ? *items[i].alias : fmt::format("{}{:0{}}", letter, items[i].rank, width);
  }
  return names;
}

std::string color_text(const Color& color) {
  return fmt::format("{} {} {} {}", color.red, color.green, color.blue, color.alpha);
}

void deliver_event(EventVisitor& output, const EventDefinition& definition,
                   std::span<const FieldValue> fields) {
  Event event;
  event.definition = &definition;
  event.fields = fields;
  output.on_event(event);
}

}  // namespace

OperationEvents::OperationEvents(const ImportedTrace& trace)
    : trace_(trace),
      types_(aliases('T', trace.types())),
      containers_(aliases('C', trace.containers())) {}

void OperationEvents::begin(EventVisitor& output) {
  using F = FieldName;
  add(EventKind::define_container_type, {F::alias, F::type, F::name}, output);
  add(EventKind::define_state_type, {F::alias, F::type, F::name}, output);
  add(EventKind::define_variable_type, {F::alias, F::type, F::name}, output);
  add(EventKind::define_event_type, {F::alias, F::type, F::name}, output);
  add(EventKind::define_link_type,
      {F::alias, F::type, F::start_container_type, F::end_container_type, F::name}, output);
  if (!trace_.values().empty()) {
    add(EventKind::define_entity_value, {F::alias, F::type, F::name}, output);
  }
  add(EventKind::create_container, {F::time, F::alias, F::type, F::container, F::name}, output);
  add(EventKind::destroy_container, {F::time, F::type, F::name}, output);
  add(EventKind::push_state, {F::time, F::type, F::container, F::value}, output);
  add(EventKind::pop_state, {F::time, F::type, F::container}, output);
  add(EventKind::set_state, {F::time, F::type, F::container, F::value}, output);
  add(EventKind::reset_state, {F::time, F::type, F::container}, output);
  add(EventKind::set_variable, {F::time, F::type, F::container, F::value}, output);
  add(EventKind::new_event, {F::time, F::type, F::container, F::value}, output);
  add(EventKind::start_link, {F::time, F::type, F::container, F::start_container, F::value, F::key},
      output);
  add(EventKind::end_link, {F::time, F::type, F::container, F::end_container, F::value, F::key},
      output);
  for (std::size_t i = 1; i < trace_.types().size(); ++i) write_type(i, output);
  for (const ImportedValue& value : trace_.values()) {
    write_definition(
        EventKind::define_entity_value,
        {text_field(value.alias), text_field(types_[value.type]), text_field(value.name)},
        value.color, output);
  }
}

void OperationEvents::add(EventKind kind, const std::vector<FieldName>& names,
                          EventVisitor& output) {
  EventDefinition definition;
  definition.kind = kind;
  for (const FieldName name : names) {
    FieldType type = FieldType::string;
    if (name == FieldName::time) type = FieldType::date;
    if (name == FieldName::value && kind == EventKind::set_variable) {
      type = FieldType::double_number;
    }
    definition.fields.push_back({name, type, std::string(spelling(name))});
  }
  if (kind == EventKind::start_link && trace_.has_messages()) {
    for (const char* name : {"Size", "Tag"}) {
      definition.fields.push_back({FieldName::user_defined, FieldType::int_number, name});
    }
  }
  ids_[static_cast<std::size_t>(kind)] = definitions_.size();
  deliver(std::move(definition), output);
}

void OperationEvents::deliver(EventDefinition definition, EventVisitor& output) {
  definition.id = static_cast<int64_t>(definitions_.size());
  definition.index_fields();
  output.on_definition(definitions_.emplace_back(std::move(definition)));
}

std::size_t OperationEvents::define_variant(EventKind kind,
                                            const std::vector<FieldDefinition>& added,
                                            EventVisitor& output) {
  const std::size_t number = definitions_.size();
  EventDefinition variant = definition(kind);
  variant.fields.insert(variant.fields.end(), added.begin(), added.end());
  deliver(std::move(variant), output);
  return number;
}

void OperationEvents::write_type(std::size_t index, EventVisitor& output) {
  static constexpr EventKind kKinds[] = {
      EventKind::define_container_type, EventKind::define_state_type,
      EventKind::define_variable_type, EventKind::define_event_type, EventKind::define_link_type};
  const ImportedType& type = trace_.types()[index];
  std::vector<FieldValue> fields = {text_field(types_[index]), text_field(types_[type.parent])};
  if (type.kind == ImportedKind::link) {
    fields.push_back(text_field(types_[type.start]));
    fields.push_back(text_field(types_[type.end]));
  }
  fields.push_back(text_field(type.name));
  write_definition(kKinds[static_cast<std::size_t>(type.kind)], std::move(fields), type.color,
                   output);
}

// Some have a colour; so do definitions of their own.
void OperationEvents::write_definition(EventKind kind, std::vector<FieldValue> fields,
                                       const std::optional<Color>& color, EventVisitor& output) {
  if (!color) return deliver_event(output, definition(kind), fields);
  if (!colored_.contains(kind)) {
    colored_[kind] = define_variant(
        kind, {{FieldName::color, FieldType::color, std::string(spelling(FieldName::color))}},
        output);
  }
  const std::string text = color_text(*color);
  fields.push_back(text_field(text));
  deliver_event(output, definitions_[colored_[kind]], fields);
}

OperationEvents::Variant OperationEvents::variant_of(const Operation& operation) const {
  FieldsIndex fields = 0;
  switch (operation.kind) {
    case Kind::create:
      fields = trace_.containers()[operation.container].fields;
      break;
    case Kind::push:
    case Kind::event:
      fields = static_cast<FieldsIndex>(operation.number);
      break;
    case Kind::set_variable:
      fields = operation.subject;
      break;
    case Kind::start_link:
      fields = trace_.links()[operation.subject].fields;
      break;
    default:
      break;
  }
  return {operation.event_kind(), trace_.fields().shape_of(fields)};
}

bool OperationEvents::is_defined(const Operation& operation) const {
  const Variant variant = variant_of(operation);
  return variant.second == 0 || variants_.contains(variant);
}

void OperationEvents::define(const Operation& operation, EventVisitor& output) {
  const Variant variant = variant_of(operation);
  std::vector<FieldDefinition> added;
  for (const FieldShape::Field& field : trace_.fields().shape(variant.second).fields) {
    added.push_back({FieldName::user_defined, field.type, field.name});
  }
  variants_[variant] = define_variant(variant.first, added, output);
}

void OperationEvents::Writer::write_event(EventKind kind, std::initializer_list<FieldValue> fields,
                                          FieldsIndex more) {
  values_.assign(fields);
  if (more == 0) return deliver_event(output_, events_.definition(kind), values_);
  for (const std::string_view word : trace_.fields().words(more)) {
    values_.push_back(text_field(word));
  }
  const std::size_t variant = events_.variants_.at({kind, trace_.fields().shape_of(more)});
  deliver_event(output_, events_.definitions_[variant], values_);
}

void OperationEvents::Writer::write(const Operation& operation) {
  const EventKind kind = operation.event_kind();
  const FieldValue time = FieldValue::of_number(operation.written_time());
  const FieldValue type = text_field(events_.types_[operation.type]);
  const FieldValue container = text_field(events_.containers_[operation.container]);
  switch (operation.kind) {
    case Kind::create: {
      const ImportedContainer& created = trace_.containers()[operation.container];
      return write_event(kind,
                         {time, container, type, text_field(events_.containers_[created.parent]),
                          text_field(created.name)},
                         created.fields);
    }
    case Kind::destroy:
    case Kind::pop:
    case Kind::reset:
      return write_event(kind, {time, type, container}, 0);
    case Kind::push:
    case Kind::event:
      return write_event(kind,
                         {time, type, container, text_field(trace_.word_text(operation.subject))},
                         static_cast<FieldsIndex>(operation.number));
    case Kind::set:
      return write_event(
          kind, {time, type, container, text_field(trace_.word_text(operation.subject))}, 0);
    case Kind::set_variable:
      return write_event(kind, {time, type, container, FieldValue::of_number(operation.number)},
                         operation.subject);
    case Kind::start_link:
    case Kind::end_link:
      return write_half_link(operation, type, container);
  }
}

void OperationEvents::Writer::write_half_link(const Operation& operation, const FieldValue& type,
                                              const FieldValue& container) {
  const FieldValue time = FieldValue::of_number(operation.number);
  const ImportedLink& link = trace_.links()[operation.subject];
  const bool is_numbered = link.key == ImportedLink::kNumbered;
  const fmt::format_int number(operation.subject);
  const FieldValue key = text_field(is_numbered ? std::string_view(number.data(), number.size())
                                                : trace_.word_text(link.key));
  const FieldValue value = text_field(trace_.word_text(link.value));
  if (operation.kind == Kind::end_link) {
    const FieldValue end = text_field(events_.containers_[link.end]);
    return write_event(EventKind::end_link, {time, type, container, end, value, key}, 0);
  }
  const FieldValue start = text_field(events_.containers_[link.start]);
  if (!trace_.has_messages()) {
    return write_event(EventKind::start_link, {time, type, container, start, value, key},
                       link.fields);
  }
  const fmt::format_int size(link.size);
  const fmt::format_int tag(link.tag);
  write_event(EventKind::start_link,
              {time, type, container, start, value, key, text_field({size.data(), size.size()}),
               text_field({tag.data(), tag.size()})},
              link.fields);
}

}  // namespace paje::exchange
