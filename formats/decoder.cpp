#include "decoder.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "event_binding.hpp"
#include "number_spelling.hpp"

namespace paje::rastro {

namespace {

std::string counted_fields(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}

std::string record_of_type(uint64_t type) { return "a record of type " + std::to_string(type); }

constexpr char kWantedOpening[] = "a record of type 16383 with two u64 and a string";

}  // namespace

bool Decoder::refuse(uint64_t place, std::optional<Rule> rule, std::string found,
                     std::string expected) {
  error_ = {offset_ + place, std::move(found), std::move(expected), rule};
  return false;
}

// A file of another kind is told by its first bytes, before its supposed first record is complete.
bool Decoder::begins_wrongly(std::string_view block) {
  if (opening_) return false;
  const auto type = record_type(block);
  if (!type || *type == kOpeningType) return false;
  return !refuse(0, {}, record_of_type(*type), kWantedOpening);
}

Decoder::Result Decoder::decode(std::string_view block, EventSink& sink) {
  words_.clear();
  std::size_t consumed = 0;
  while (!error_ && consumed < block.size()) {
    const std::string_view rest = block.substr(consumed);
    if (begins_wrongly(rest)) break;
    if (closed_) {
      refuse(0, {}, "bytes behind the closing record", "the end of the file");
      break;
    }
    const auto outcome = reader_.read(rest, offset_);
    if (outcome == RecordReader::Outcome::incomplete) break;
    if (outcome == RecordReader::Outcome::bad) {
      error_ = reader_.error();
      break;
    }
    if (!take(reader_.record(), sink)) break;
    consumed += reader_.size();
    offset_ += reader_.size();
  }
  return {consumed, error_};
}

std::optional<RecordError> Decoder::finish(std::string_view rest) {
  if (error_ || (closed_ && rest.empty())) return error_;
  if (!rest.empty() && reader_.read(rest, offset_) != RecordReader::Outcome::record) {
    error_ = reader_.error();
  } else {
    refuse(0, {}, rest.empty() ? "the end of the file" : "bytes that were not decoded",
           opening_ ? "a record of type 16382, which closes a file" : kWantedOpening);
  }
  return error_;
}

bool Decoder::take(const Record& record, EventSink& sink) {
  if (!opening_) return take_opening(record);
  switch (record.type) {
    case kOpeningType:
      return refuse(0, {}, "a second record of type 16383", "only one, at the beginning");
    case kClosingType:
      closed_ = true;
      return true;
    case kDefinitionType:
      return take_definition(record, sink);
    case kStringType:
      return take_string_record(record);
    default:
      return take_event(record, sink);
  }
}

bool Decoder::take_opening(const Record& record) {
  Opening opening;
  unsigned ids = 0;
  unsigned hosts = 0;
  for (const Field& field : record.fields) {
    if (field.code == FieldCode::u64) {
      (ids++ == 0 ? opening.first_id : opening.second_id) = field.bits;
    } else if (field.code == FieldCode::string) {
      ++hosts;
      opening.host = field.text;
    }
  }
  if (ids != 2 || hosts != 1 || record.fields.size() != 3) {
    return refuse(0, {}, "a record of type 16383 with " + counted_fields(record.fields.size()),
                  kWantedOpening);
  }
  if (record.time_base) opening.time_base = *record.time_base;
  opening_ = std::move(opening);
  return true;
}

bool Decoder::take_string_record(const Record& record) {
  if (record.fields.size() != 1 || record.fields[0].code != FieldCode::string) {
    return refuse(0, {}, "a record of type 888 with " + counted_fields(record.fields.size()),
                  "one string");
  }
  if (take_string(record.fields[0])) return true;
  return refuse(0, {}, "a record of type 888", "none in the standard encoding");
}

bool Decoder::take_definition(const Record& record, EventSink& sink) {
  NumberedDefinition numbered;
  if (auto problem = read_definition(record, offset_, numbered)) {
    error_ = std::move(problem);
    return false;
  }
  if (places_[numbered.type] != 0 || ids_.contains(numbered.definition.id)) {
    return refuse(0, Rule::duplicate_event_id, numbered.definition.to_text(),
                  "an id that was not defined before");
  }
  ids_.insert(numbered.definition.id);
  auto known = std::make_unique<Known>();
  known->definition = std::move(numbered.definition);
  known->own_order.resize(known->definition.fields.size());
  std::iota(known->own_order.begin(), known->own_order.end(), std::size_t{0});
  for (const UsualCode usual : usual_) known->layouts.emplace_back(known->definition, usual);
  known_.push_back(std::move(known));
  places_[numbered.type] = static_cast<uint16_t>(known_.size());
  sink.on_definition(known_.back()->definition);
  return true;
}

bool Decoder::take_event(const Record& record, EventSink& sink) {
  const uint16_t number = places_[record.type];
  if (number == 0) {
    return refuse(0, Rule::unknown_event_id, record_of_type(record.type),
                  "the type of an event that a record of type 999 defined before");
  }
  const Known& known = *known_[number - 1U];
  const auto placed = place(record.fields, known);
  if (!placed) return refuse_fields(record, known.definition);
  values_.resize(placed->fields.size());
  for (std::size_t i = 0; i < placed->fields.size(); ++i) {
    if (!take_value(known.definition, placed->positions[i], placed->fields[i])) return false;
  }
  sink.on_event({.definition = &known.definition, .fields = values_, .line = 0}, offset_);
  return true;
}

bool Decoder::allows(FieldType type, FieldCode code) const {
  switch (code) {
    case FieldCode::string:
      return true;
    case FieldCode::double_number:
      return type == FieldType::date || type == FieldType::double_number ||
             type == FieldType::float_number;
    case FieldCode::float_number:
      return type == FieldType::float_number;
    default:
      return false;
  }
}

// README.md, "Events".
std::optional<Decoder::Placed> Decoder::place(std::span<const Field> fields, const Known& known) {
  for (const FieldLayout& layout : known.layouts) {
    if (layout.has_order_of_record(fields)) return Placed{fields, layout.positions()};
  }
  const auto& wanted = known.definition.fields;
  if (fields.size() != wanted.size()) return std::nullopt;
  sorted_.assign(fields.begin(), fields.end());
  sort_as_librastro(sorted_);
  for (const FieldLayout& layout : known.layouts) {
    if (layout.has_order_of_record(sorted_)) return Placed{sorted_, layout.positions()};
  }
  const auto is_allowed = [&](const Field& field, const FieldDefinition& definition) {
    return allows(definition.type, field.code);
  };
  if (!std::equal(fields.begin(), fields.end(), wanted.begin(), wanted.end(), is_allowed)) {
    return std::nullopt;
  }
  return Placed{fields, known.own_order};
}

bool Decoder::refuse_fields(const Record& record, const EventDefinition& definition) {
  if (record.fields.size() != definition.fields.size()) {
    return refuse(0, Rule::field_count, counted_fields(record.fields.size()),
                  std::to_string(definition.fields.size()) + " for " + definition.to_text());
  }
  std::size_t i = 0;
  while (allows(definition.fields[i].type, record.fields[i].code)) ++i;
  return refuse(record.fields[i].offset, Rule::field_not_of_its_type,
                std::string(description(record.fields[i].code)),
                "what a field '" + definition.fields[i].text + "' of type " +
                    std::string(spelling(definition.fields[i].type)) + " can be");
}

std::string_view Decoder::spelled(double number) {
  const auto room = words_.room(kLongestSpelling).first<kLongestSpelling>();
  const std::string_view word = spell(number, room);
  words_.keep(word.size());
  return word;
}

std::string_view Decoder::spelled(uint64_t number, FieldType type) {
  const auto room = words_.room(kLongestSpelling).first<kLongestSpelling>();
  const std::string_view word = spell_whole(number, type, room);
  words_.keep(word.size());
  return word;
}

bool Decoder::take_word(const EventDefinition& definition, std::size_t position, const Field& field,
                        std::string_view word) {
  const FieldDefinition& defined = definition.fields[position];
  if (!is_number(definition.kind, defined.name)) {
    values_[position] = FieldValue::of_text(word, false);
    return true;
  }
  const auto number = parse_number(word);
  if (!number) {
    return refuse(field.offset, Rule::bad_number, std::string(word),
                  "a decimal number in field '" + defined.text + "'");
  }
  values_[position] = FieldValue::of_number(*number);
  return true;
}

// The field is allowed to have its type, but its bits may be anything.
bool Decoder::take_value(const EventDefinition& definition, std::size_t position,
                         const Field& field) {
  const FieldDefinition& defined = definition.fields[position];
  const bool wants_number = is_number(definition.kind, defined.name);
  const auto take_number = [&](double number) {
    values_[position] =
        wants_number ? FieldValue::of_number(number) : FieldValue::of_text(spelled(number), false);
    return true;
  };
  if (field.code == FieldCode::string) return take_word(definition, position, field, field.text);
  if (field.code == FieldCode::double_number) return take_number(field.as_double());
  if (field.code == FieldCode::float_number) return take_number(widen(field.as_float()));
  if (defined.type == FieldType::int_number || defined.type == FieldType::hex_number) {
    if (wants_number) return take_number(static_cast<double>(field.bits));
    values_[position] = FieldValue::of_text(spelled(field.bits, defined.type), false);
    return true;
  }
  if (const auto word = word_at(field.bits)) return take_word(definition, position, field, *word);
  return refuse(field.offset, {}, "string " + std::to_string(field.bits),
                "the number of one of the " + std::to_string(words()) + " strings before");
}

}  // namespace paje::rastro
