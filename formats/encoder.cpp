#include "formats/encoder.hpp"

#include <utility>

#include "formats/nul_bytes.hpp"
#include "formats/number_spelling.hpp"

namespace paje::rastro {

namespace {

bool has_nul(std::string_view word) {
  return !word.empty() && find_nul(word.data(), word.data() + word.size()) != nullptr;
}

}  // namespace

RecordError Encoder::error(std::string found, std::string expected,
                           std::optional<Rule> rule) const {
  return {written_, std::move(found), std::move(expected), rule};
}

void Encoder::open(std::string& out) {
  const std::size_t before = out.size();
  append_opening(out, options_.opening);
  count(before, out);
}

void Encoder::close(std::string& out) {
  const std::size_t before = out.size();
  append_closing(out);
  count(before, out);
}

// The id itself where it can be the type of a record and still is free; else the highest free type,
// since low ones are what other definitions are likely to bring along.
std::optional<uint16_t> Encoder::free_type(int64_t id) {
  if (used_types_.empty()) used_types_.resize(kMostEventType + 1);
  const auto is_free = [&](uint64_t type) { return is_event_type(type) && !used_types_[type]; };
  if (is_free(static_cast<uint64_t>(id))) return static_cast<uint16_t>(id);
  while (last_free_ > 0 && !is_free(last_free_)) --last_free_;
  if (!is_free(last_free_)) return std::nullopt;
  return last_free_;
}

std::optional<RecordError> Encoder::define(const EventDefinition& definition, std::string& out) {
  if (numbered_.contains(definition.id)) {
    return error(definition.to_text(), "an id that was not defined before",
                 Rule::duplicate_event_id);
  }
  for (const FieldDefinition& field : definition.fields) {
    if (has_nul(field.text)) return error(field.text, "a name without a NUL byte", {});
  }
  const auto type = free_type(definition.id);
  if (!type) return error(definition.to_text(), "at most 16380 definitions", {});
  used_types_[*type] = true;
  Numbered numbered{*type, FieldLayout(definition, usual_code()), {}, {}};
  numbered.form = RecordForm::of(definition, *type, numbered.layout);
  for (const FieldDefinition& field : definition.fields) {
    numbered.field_types.push_back(field.type);
  }
  const auto& added = numbered_.emplace(definition.id, std::move(numbered)).first->second;
  const auto id = static_cast<uint64_t>(definition.id);
  if (id < kSmallIds) small_ids_[static_cast<std::size_t>(id)] = &added;
  const std::size_t before = out.size();
  append_definition(out, definition, *type, options_.names);
  count(before, out);
  return std::nullopt;
}

std::optional<RecordError> Encoder::check_words(const Event& event) const {
  for (const FieldValue& value : event.fields) {
    if (has_nul(value.text())) {
      return error(std::string(value.text()), "a word without a NUL byte", {});
    }
  }
  return std::nullopt;
}

std::optional<RecordError> Encoder::encode(const Event& event, std::string& out) {
  const Numbered* numbered = find(event.definition->id);
  if (numbered != nullptr && append_quickly(event, *numbered, out)) return std::nullopt;
  if (auto problem = check_words(event)) return problem;
  if (numbered == nullptr) {
    if (auto problem = define(*event.definition, out)) return problem;
    numbered = find(event.definition->id);
  }
  const std::size_t before = out.size();
  append_event(event, *numbered, out);
  count(before, out);
  return std::nullopt;
}

const Encoder::Numbered* Encoder::find(int64_t id) const {
  if (static_cast<uint64_t>(id) < kSmallIds) return small_ids_[static_cast<std::size_t>(id)];
  const auto found = numbered_.find(id);
  return found == numbered_.end() ? nullptr : &found->second;
}

bool Encoder::append_quickly(const Event& event, const Numbered& numbered, std::string& out) {
  if (!numbered.form) return false;
  const std::size_t before = out.size();
  const bool is_done = append_usual(*numbered.form, event, out);
  count(before, out);
  return is_done;
}

void Encoder::append_event(const Event& event, const Numbered& numbered, std::string& out) {
  words_.clear();
  fields_.resize(event.fields.size());
  for (std::size_t i = 0; i < event.fields.size(); ++i) {
    set_field(fields_[i], numbered.field_types[i], event.fields[i], out);
  }
  Record record{.type = numbered.type, .time_base = {}, .time = 0, .fields = fields_};
  // Left in the definition's order, unusual types show which field they belong to.
  if (!numbered.layout.is_in_order() && numbered.layout.is_usual(fields_)) {
    arranged_.clear();
    for (const std::size_t position : numbered.layout.positions()) {
      arranged_.push_back(fields_[position]);
    }
    record.fields = arranged_;
  }
  append_record(out, record);
}

std::string_view Encoder::spelling(const FieldValue& value) {
  if (!value.is_number()) return value.text();
  const auto room = words_.room(kLongestSpelling).first<kLongestSpelling>();
  const std::string_view word = spell(value.number(), room);
  words_.keep(word.size());
  return word;
}

// Of a value of type date, double or float.
void Encoder::set_number(Field& field, FieldType type, const FieldValue& value) const {
  double number = value.number();
  if (!value.is_number()) {
    const std::string_view word = value.text();
    const auto parsed = parse_number(word);
    char room[kLongestSpelling];
    if (!parsed || (options_.keep_spellings && spell(*parsed, room) != word)) {
      field = Field::of_text(word);
      return;
    }
    number = *parsed;
  }
  if (type == FieldType::float_number) {
    if (const auto narrowed = narrow(number)) {
      field = Field::of_float(*narrowed);
      return;
    }
  }
  field = Field::of_double(number);
}

void Encoder::set_field(Field& field, FieldType type, const FieldValue& value, std::string& out) {
  switch (type) {
    case FieldType::string:
    case FieldType::color:
      return set_word(field, spelling(value), out);
    case FieldType::int_number:
    case FieldType::hex_number:
      field = whole_field(type, value);
      return;
    case FieldType::date:
    case FieldType::double_number:
    case FieldType::float_number:
      return set_number(field, type, value);
  }
}

}  // namespace paje::rastro
