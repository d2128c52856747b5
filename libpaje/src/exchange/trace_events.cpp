#include "exchange/trace_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "exchange/operation_lines.hpp"
#include "formats/text/event_text.hpp"

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

}  // namespace

class TraceEvents::Inside {
 public:
  Inside(const ImportedTrace& trace, EventVisitor& output, std::string* text)
      : trace_(trace),
        output_(output),
        text_(text),
        types_(aliases('T', trace.types())),
        containers_(aliases('C', trace.containers())) {}

  bool write(std::size_t most) {
    if (next_ == 0) {
      define();
      for (std::size_t i = 1; i < trace_.types().size(); ++i) write_type(i);
      for (const ImportedValue& value : trace_.values()) write_value(value);
      if (text_ != nullptr) lines_.emplace(trace_, types_, containers_, numbers_);
    }
    const std::size_t count = trace_.operations().size();
    const std::size_t end = std::min(count, next_ + most);
    for (; next_ < end; ++next_) {
      const Operation& operation = trace_.in_order(next_);
      const bool is_there = lines_ && lines_->append(*text_, operation);
      if (!is_there) write_operation(operation);
    }
    return next_ < count;
  }

 private:
  using Names = std::vector<FieldName>;

  void define() {
    using F = FieldName;
    add(EventKind::define_container_type, {F::alias, F::type, F::name});
    add(EventKind::define_state_type, {F::alias, F::type, F::name});
    add(EventKind::define_variable_type, {F::alias, F::type, F::name});
    add(EventKind::define_event_type, {F::alias, F::type, F::name});
    add(EventKind::define_link_type,
        {F::alias, F::type, F::start_container_type, F::end_container_type, F::name});
    if (!trace_.values().empty()) {
      add(EventKind::define_entity_value, {F::alias, F::type, F::name});
    }
    add(EventKind::create_container, {F::time, F::alias, F::type, F::container, F::name});
    add(EventKind::destroy_container, {F::time, F::type, F::name});
    add(EventKind::push_state, {F::time, F::type, F::container, F::value});
    add(EventKind::pop_state, {F::time, F::type, F::container});
    add(EventKind::set_state, {F::time, F::type, F::container, F::value});
    add(EventKind::reset_state, {F::time, F::type, F::container});
    add(EventKind::set_variable, {F::time, F::type, F::container, F::value});
    add(EventKind::new_event, {F::time, F::type, F::container, F::value});
    add(EventKind::start_link,
        {F::time, F::type, F::container, F::start_container, F::value, F::key});
    if (trace_.has_messages()) add_message_fields();
    add(EventKind::end_link, {F::time, F::type, F::container, F::end_container, F::value, F::key});
    for (const EventDefinition& definition : definitions_) output_.on_definition(definition);
  }

  void add(EventKind kind, const Names& names) {
    EventDefinition definition;
    definition.kind = kind;
    definition.id = static_cast<int64_t>(definitions_.size());
    for (const FieldName name : names) {
      FieldType type = FieldType::string;
      if (name == FieldName::time) type = FieldType::date;
      if (name == FieldName::value && kind == EventKind::set_variable) {
        type = FieldType::double_number;
      }
      definition.fields.push_back({name, type, std::string(spelling(name))});
    }
    definition.index_fields();
    numbers_[static_cast<std::size_t>(kind)] = definitions_.size();
    definitions_.push_back(std::move(definition));
  }

  void add_message_fields() {
    EventDefinition& definition = definitions_.back();
    for (const char* name : {"Size", "Tag"}) {
      definition.fields.push_back({FieldName::user_defined, FieldType::int_number, name});
    }
    definition.index_fields();
  }

  void write_event(EventKind kind, std::initializer_list<FieldValue> fields) {
    write_event(definitions_[numbers_[static_cast<std::size_t>(kind)]],
                {fields.begin(), fields.end()});
  }

  void write_event(const EventDefinition& definition, std::span<const FieldValue> fields) {
    Event event;
    event.definition = &definition;
    event.fields = fields;
    output_.on_event(event);
  }

  // Some events of a kind have a colour or fields of the user; so do definitions of their own.
  void write_event(EventKind kind, std::initializer_list<FieldValue> fields, FieldName name,
                   const ImportedFields& more) {
    if (more.empty()) return write_event(kind, fields);
    std::string key = fmt::format("{}", static_cast<int>(kind));
    std::vector<FieldValue> values(fields);
    for (const ImportedField& field : more) {
      key += '\n';
      key += static_cast<char>('0' + static_cast<int>(field.type));
      key += field.name;
      values.push_back(text_field(field.word));
    }
    const auto [found, is_new] = variants_.try_emplace(std::move(key), definitions_.size());
    if (is_new) {
      EventDefinition definition = definitions_[numbers_[static_cast<std::size_t>(kind)]];
      definition.id = static_cast<int64_t>(definitions_.size());
      for (const ImportedField& field : more) {
        definition.fields.push_back({name, field.type, field.name});
      }
      definition.index_fields();
      output_.on_definition(definitions_.emplace_back(std::move(definition)));
    }
    write_event(definitions_[found->second], values);
  }

  void write_event(EventKind kind, std::initializer_list<FieldValue> fields,
                   const std::optional<Color>& color) {
    ImportedFields more;
    if (color) {
      more.push_back(
          {std::string(spelling(FieldName::color)), color_text(*color), FieldType::color});
    }
    write_event(kind, fields, FieldName::color, more);
  }

  void write_event(EventKind kind, std::initializer_list<FieldValue> fields, FieldsIndex more) {
    write_event(kind, fields, FieldName::user_defined, trace_.fields(more));
  }

  void write_type(std::size_t index) {
    static constexpr EventKind kKinds[] = {
        EventKind::define_container_type, EventKind::define_state_type,
        EventKind::define_variable_type, EventKind::define_event_type, EventKind::define_link_type};
    const ImportedType& type = trace_.types()[index];
    const EventKind kind = kKinds[static_cast<std::size_t>(type.kind)];
    const FieldValue alias = text_field(types_[index]);
    const FieldValue parent = text_field(types_[type.parent]);
    const FieldValue name = text_field(type.name);
    if (type.kind == ImportedKind::link) {
      return write_event(
          kind, {alias, parent, text_field(types_[type.start]), text_field(types_[type.end]), name},
          type.color);
    }
    write_event(kind, {alias, parent, name}, type.color);
  }

  void write_value(const ImportedValue& value) {
    write_event(EventKind::define_entity_value,
                {text_field(value.alias), text_field(types_[value.type]), text_field(value.name)},
                value.color);
  }

  void write_operation(const Operation& operation) {
    const FieldValue time = FieldValue::of_number(operation.time);
    const FieldValue type = text_field(types_[operation.type]);
    const FieldValue container = text_field(containers_[operation.container]);
    const auto value = [&] { return text_field(trace_.word_text(operation.subject)); };
    switch (operation.kind) {
      case Kind::create: {
        const ImportedContainer& created = trace_.containers()[operation.container];
        return write_event(EventKind::create_container,
                           {FieldValue::of_number(operation.number), container, type,
                            text_field(containers_[created.parent]), text_field(created.name)},
                           created.fields);
      }
      case Kind::destroy:
        return write_event(EventKind::destroy_container,
                           {FieldValue::of_number(operation.number), type, container});
      case Kind::push:
        return write_event(EventKind::push_state, {time, type, container, value()},
                           static_cast<FieldsIndex>(operation.number));
      case Kind::pop:
        return write_event(EventKind::pop_state, {time, type, container});
      case Kind::set:
        return write_event(EventKind::set_state, {time, type, container, value()});
      case Kind::reset:
        return write_event(EventKind::reset_state, {time, type, container});
      case Kind::set_variable:
        return write_event(EventKind::set_variable,
                           {time, type, container, FieldValue::of_number(operation.number)},
                           operation.subject);
      case Kind::event:
        return write_event(EventKind::new_event, {time, type, container, value()},
                           static_cast<FieldsIndex>(operation.number));
      case Kind::start_link:
      case Kind::end_link:
        return write_half_link(operation, FieldValue::of_number(operation.number), type, container);
    }
  }

  void write_half_link(const Operation& operation, FieldValue time, FieldValue type,
                       FieldValue container) {
    const ImportedLink& link = trace_.links()[operation.subject];
    const bool is_numbered = link.key == ImportedLink::kNumbered;
    const fmt::format_int number(operation.subject);
    const FieldValue key = text_field(is_numbered ? std::string_view(number.data(), number.size())
                                                  : trace_.word_text(link.key));
    const FieldValue value = text_field(trace_.word_text(link.value));
    if (operation.kind == Kind::end_link) {
      return write_event(EventKind::end_link,
                         {time, type, container, text_field(containers_[link.end]), value, key});
    }
    const FieldValue start = text_field(containers_[link.start]);
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

  const ImportedTrace& trace_;
  EventVisitor& output_;
  std::string* const text_;  // or null
  const std::vector<std::string> types_;
  const std::vector<std::string> containers_;
  std::deque<EventDefinition> definitions_;  // they stay where they are
  std::array<std::size_t, kEventKinds> numbers_{};
  std::map<std::string, std::size_t> variants_;
  std::optional<OperationLines> lines_;  // once what comes before operations is written
  std::size_t next_ = 0;                 // of the operations
};

void EventLines::on_definition(const EventDefinition& definition) {
  append_definition(text, definition, definition.id);
}
void EventLines::on_event(const Event& event) { append_event(text, event, event.definition->id); }

TraceEvents::TraceEvents(const ImportedTrace& trace, EventVisitor& output)
    : inside_(std::make_unique<Inside>(trace, output, nullptr)) {}
TraceEvents::TraceEvents(const ImportedTrace& trace, EventVisitor& output, std::string& text)
    : inside_(std::make_unique<Inside>(trace, output, &text)) {}
TraceEvents::~TraceEvents() = default;

bool TraceEvents::write(std::size_t most) { return inside_->write(most); }

}  // namespace paje::exchange
