#include "event/bind_event.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "base/number.hpp"
#include "event/quote_text.hpp"

namespace paje {

namespace {

std::string counted_fields(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}

Problem problem_in(Rule rule, uint64_t line_offset, const grammar::Word& word, std::string found,
                   std::string expected) {
  return {.rule = rule,
          .line_offset = line_offset,
          .at = Problem::At::offset,
          .offset = line_offset + word.offset,
          .found = std::move(found),
          .expected = std::move(expected)};
}

Problem unknown_id(const grammar::Word& word, uint64_t line_offset) {
  return problem_in(Rule::unknown_event_id, line_offset, word, std::string(word.text),
                    "the id of an event that %EventDef defined before");
}

Problem wrong_count(std::size_t expected, std::span<const grammar::Word> words,
                    uint64_t line_offset) {
  const std::size_t found = words.size() - 1;
  // Point at the first word too many, or at the last one there is.
  const grammar::Word& at = found > expected ? words[expected + 1] : words.back();
  return problem_in(Rule::field_count, line_offset, at, counted_fields(found),
                    std::to_string(expected));
}

// Of the fields that a line has to have: colours at its end may be missing, as where `#rrggbb`
// begins a comment.
std::size_t count_without_colour(const EventDefinition& definition) {
  std::size_t count = definition.fields.size();
  while (count > 0 && definition.fields[count - 1].name == FieldName::color) --count;
  return count;
}

Problem not_a_number(const FieldDefinition& field, const grammar::Word& word,
                     uint64_t line_offset) {
  return problem_in(Rule::bad_number, line_offset, word, std::string(word.text),
                    "a decimal number in field " + quoted(field.text));
}

}  // namespace

std::optional<Problem> bind_event(const DefinitionTable& definitions,
                                  std::span<const grammar::Word> words, uint64_t line_offset,
                                  uint32_t line, EventBatch& batch) {
  const auto id = parse_event_id(words[0].text);
  const uint32_t number = id ? definitions.find(*id) : DefinitionTable::kUnknown;
  if (number == DefinitionTable::kUnknown) return unknown_id(words[0], line_offset);
  const EventDefinition& definition = definitions[number];
  const std::size_t count = definition.fields.size();
  const auto of_definition = [&](Problem problem) {
    problem.definition = number;
    return problem;
  };
  if (words.size() <= count_without_colour(definition)) {
    return of_definition(wrong_count(count, words, line_offset));
  }
  FieldValue* fields = batch.room_for(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + 1 >= words.size()) {
      fields[i] = FieldValue::of_text(words.back().text.substr(words.back().text.size()), false);
      continue;
    }
    const grammar::Word& word = words[i + 1];
    if (is_number(definition.kind, definition.fields[i].name)) {
      const auto value = parse_number(word.text);
      if (!value || (definition.fields[i].name == FieldName::time && std::isnan(*value))) {
        return of_definition(not_a_number(definition.fields[i], word, line_offset));
      }
      fields[i] = FieldValue::of_number(*value);
    } else {
      fields[i] = FieldValue::of_text(word.text, word.quoted);
    }
  }
  batch.heads.push_back({line_offset, line, number, static_cast<uint32_t>(batch.used_fields)});
  batch.used_fields += count;
  if (words.size() <= count + 1) return std::nullopt;
  Problem too_many = of_definition(wrong_count(count, words, line_offset));
  too_many.repair = Repair::first_words_kept;
  return too_many;
}

}  // namespace paje
