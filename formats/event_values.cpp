#include "formats/event_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "event/bind_event.hpp"
#include "formats/definition_record.hpp"
#include "formats/number_spelling.hpp"

namespace paje::rastro {

namespace {

// Of a definition that a record does not fit: very many records may not.

bool is_word(FieldType type) { return type == FieldType::string || type == FieldType::color; }
bool is_whole(FieldType type) {
  return type == FieldType::int_number || type == FieldType::hex_number;
}
bool is_fraction(FieldType type) { return !is_word(type) && !is_whole(type); }

template <class Spell>
FieldValue spelled_value(WordPages& pages, Spell&& spell_into) {
  const std::string_view word = spell_into(pages.room(kLongestSpelling).first<kLongestSpelling>());
  pages.keep(word.size());
  return FieldValue::of_text(word, false);
}

}  // namespace

std::string counted_fields(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}

EventLayouts::EventLayouts(EventDefinition defined, uint16_t record_type,
                           std::span<const UsualCode> usual)
    : definition(std::move(defined)), type(record_type), own_order(definition.fields.size()) {
  std::iota(own_order.begin(), own_order.end(), std::size_t{0});
  for (const UsualCode code : usual) layouts.emplace_back(definition, code);
}

bool EventValues::refuse(uint64_t offset, std::optional<Rule> rule, std::string found,
                         std::string expected) {
  error_ = {offset, std::move(found), std::move(expected), rule};
  return false;
}

bool EventValues::read(const Record& record, uint64_t offset, const EventLayouts& event,
                       WordPages& spelled, FieldValue* values) {
  const auto placed = place(record.fields, event);
  if (!placed) return refuse_fields(record, offset, event.definition);
  placed_ = *placed;
  for (std::size_t i = 0; i < placed_.fields.size(); ++i) {
    if (!read_value(placed_.fields[i], offset, event.definition, placed_.positions[i], spelled,
                    values)) {
      return false;
    }
  }
  return true;
}

std::optional<EventPlan> EventValues::plan(const Record& record, const EventLayouts& event) const {
  const bool was_sorted = placed_.fields.data() != record.fields.data();
  if (was_sorted || record.time_base) return std::nullopt;
  return EventPlan::make(event.definition, event.type, placed_.fields, placed_.positions);
}

bool EventValues::allows(FieldType type, FieldCode code) const {
  switch (code) {
    case FieldCode::string:
      return true;
    case FieldCode::double_number:
      return is_fraction(type);
    case FieldCode::float_number:
      return type == FieldType::float_number;
    case FieldCode::u16:
      return table_ != nullptr && is_word(type);
    case FieldCode::u32:
      return table_ != nullptr && !is_fraction(type);
    case FieldCode::u64:
      return table_ != nullptr && is_whole(type);
    default:
      return false;
  }
}

std::optional<EventValues::Placed> EventValues::place(std::span<const Field> fields,
                                                      const EventLayouts& event) {
  for (const FieldLayout& layout : event.layouts) {
    if (layout.has_order_of_record(fields)) return Placed{fields, layout.positions()};
  }
  const auto& wanted = event.definition.fields;
  if (fields.size() != wanted.size()) return std::nullopt;
  sorted_.assign(fields.begin(), fields.end());
  sort_as_librastro(sorted_);
  for (const FieldLayout& layout : event.layouts) {
    if (layout.has_order_of_record(sorted_)) return Placed{sorted_, layout.positions()};
  }
  const auto is_allowed = [&](const Field& field, const FieldDefinition& definition) {
    return allows(definition.type, field.code);
  };
  if (!std::equal(fields.begin(), fields.end(), wanted.begin(), wanted.end(), is_allowed)) {
    return std::nullopt;
  }
  return Placed{fields, event.own_order};
}

bool EventValues::refuse_fields(const Record& record, uint64_t offset,
                                const EventDefinition& definition) {
  if (record.fields.size() != definition.fields.size()) {
    return refuse(offset, Rule::field_count, counted_fields(record.fields.size()),
                  std::to_string(definition.fields.size()) + " for " +
                      definition.to_text(kMostShownDefinition));
  }
  std::size_t i = 0;
  while (allows(definition.fields[i].type, record.fields[i].code)) ++i;
  return refuse(offset + record.fields[i].offset, Rule::contradicting_record,
                std::string(description(record.fields[i].code)),
                "what a field '" + beginning(definition.fields[i].text) + "' of type " +
                    std::string(spelling(definition.fields[i].type)) + " can be");
}

bool EventValues::read_number(std::string_view word, uint64_t offset,
                              const FieldDefinition& defined, FieldValue& value) {
  const auto number = parse_number(word);
  if (!number || (defined.name == FieldName::time && std::isnan(*number))) {
    return refuse(offset, Rule::bad_number, beginning(word),
                  "a decimal number in field '" + beginning(defined.text) + "'");
  }
  value = FieldValue::of_number(*number);
  return true;
}

bool EventValues::read_string(std::string_view string, uint64_t offset,
                              const EventDefinition& definition, std::size_t position,
                              WordPages& spelled, FieldValue* values) {
  const FieldDefinition& defined = definition.fields[position];
  if (is_number(definition.kind, defined.name)) {
    const auto word = word_in_place(string);
    return read_number(word ? word->text() : string, offset, defined, values[position]);
  }
  values[position] = word_of(string, offset, spelled, mended_);
  return true;
}

// The field is allowed to have its type, but its bits may be anything.
bool EventValues::read_value(const Field& field, uint64_t offset, const EventDefinition& definition,
                             std::size_t position, WordPages& spelled, FieldValue* values) {
  const FieldDefinition& defined = definition.fields[position];
  const bool wants_number = is_number(definition.kind, defined.name);
  const auto read = [&](double number) {
    if (defined.name == FieldName::time && std::isnan(number)) {
      return refuse(offset + field.offset, Rule::bad_number, "nan",
                    "a decimal number in field '" + beginning(defined.text) + "'");
    }
    values[position] = wants_number
                           ? FieldValue::of_number(number)
                           : spelled_value(spelled, [&](auto room) { return spell(number, room); });
    return true;
  };
  const uint64_t place = offset + field.offset;
  if (field.code == FieldCode::string) {
    return read_string(field.text, place, definition, position, spelled, values);
  }
  if (field.code == FieldCode::double_number) return read(field.as_double());
  if (field.code == FieldCode::float_number) return read(widen(field.as_float()));
  if (is_whole(defined.type)) {
    if (wants_number) return read(static_cast<double>(field.bits));
    values[position] = spelled_value(
        spelled, [&](auto room) { return spell_whole(field.bits, defined.type, room); });
    return true;
  }
  if (field.bits < table_->size()) {
    const FieldValue& word = (*table_)[field.bits];
    if (wants_number) return read_number(word.text(), place, defined, values[position]);
    values[position] = word;
    return true;
  }
  return refuse(place, {}, "string " + std::to_string(field.bits),
                "the number of one of the " + std::to_string(table_->size()) + " strings before");
}

}  // namespace paje::rastro
