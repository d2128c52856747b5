// The bytes of encoded events, against those made of the specification field by field; and what is
// left of an event that cannot be written.
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/field_layout.hpp"
#include "formats/number_spelling.hpp"
#include "formats/rastro.hpp"
#include "formats/reference_encoding.hpp"
#include "formats/standard_encoding.hpp"

namespace paje::rastro {
namespace {

using Word = std::variant<double, std::string>;
using Words = std::vector<Word>;

EventDefinition definition_of(EventKind kind, int64_t id,
                              const std::vector<FieldDefinition>& fields) {
  EventDefinition definition;
  definition.kind = kind;
  definition.id = id;
  definition.fields = fields;
  definition.index_fields();
  return definition;
}

// A time, a type, a container, and that many words: with 9 there are as many fields as have a form.
EventDefinition many_words(int64_t id, int count) {
  std::vector<FieldDefinition> fields = {{FieldName::type, FieldType::string, "Type"},
                                         {FieldName::time, FieldType::date, "Time"},
                                         {FieldName::container, FieldType::string, "Container"}};
  for (int i = 0; i < count; ++i) {
    fields.push_back({FieldName::user_defined, FieldType::string, "Own" + std::to_string(i)});
  }
  return definition_of(EventKind::pop_state, id, fields);
}

// Anything but floats, in orders that are not librastro's.
std::vector<EventDefinition> definitions() {
  const FieldDefinition time{FieldName::time, FieldType::date, "Time"};
  const FieldDefinition type{FieldName::type, FieldType::string, "Type"};
  const FieldDefinition container{FieldName::container, FieldType::string, "Container"};
  const FieldDefinition value{FieldName::value, FieldType::string, "Value"};
  const FieldDefinition amount{FieldName::value, FieldType::double_number, "Value"};
  const FieldDefinition weight{FieldName::user_defined, FieldType::double_number, "Weight"};
  const FieldDefinition size{FieldName::user_defined, FieldType::int_number, "Size"};
  const FieldDefinition address{FieldName::user_defined, FieldType::hex_number, "Address"};
  const FieldDefinition color{FieldName::user_defined, FieldType::color, "Shade"};
  return {definition_of(EventKind::push_state, 1, {type, time, container, value}),
          definition_of(EventKind::pop_state, 2, {time, type, container}),
          definition_of(EventKind::set_variable, 3, {container, amount, type, time}),
          definition_of(EventKind::push_state, 4, {value, color, time, weight, type, container}),
          many_words(6, 9),
          many_words(7, 10),
          definition_of(EventKind::pop_state, 5, {size, time, type, address, container})};
}

// What an encoder should write, as simply as it can be said.
class Specification {
 public:
  explicit Specification(bool has_table) : has_table_(has_table) {}

  void append(const EventDefinition& definition, const Words& words, std::string& out) {
    std::vector<Field> fields;
    bool is_usual = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const FieldType type = definition.fields[i].type;
      const bool is_word = type == FieldType::string || type == FieldType::color;
      const bool is_whole = type == FieldType::int_number || type == FieldType::hex_number;
      fields.push_back(is_word    ? word_field(words[i], out)
                       : is_whole ? whole_field(words[i], type)
                                  : number_field(words[i]));
      const FieldCode usual = !is_word && !is_whole ? FieldCode::double_number
                              : !has_table_         ? FieldCode::string
                              : is_whole            ? FieldCode::u32
                                                    : FieldCode::u16;
      is_usual = is_usual && fields.back().code == usual;
    }
    if (is_usual) sort_as_librastro(fields);
    append_record(out, {.type = static_cast<uint16_t>(definition.id),
                        .time_base = {},
                        .time = 0,
                        .fields = fields});
  }

 private:
  Field word_field(const Word& word, std::string& out) {
    const std::string& text = std::get<std::string>(word);
    if (!has_table_) return Field::of_text(text);
    const auto [found, is_new] = numbers_.try_emplace(text, static_cast<uint32_t>(numbers_.size()));
    if (is_new) {
      const Field field = Field::of_text(text);
      append_record(out, {.type = 888, .time_base = {}, .time = 0, .fields = {&field, 1}});
    }
    const uint32_t number = found->second;
    return number <= UINT16_MAX ? Field::of_u16(static_cast<uint16_t>(number))
                                : Field::of_u32(number);
  }
  [[nodiscard]] Field whole_field(const Word& word, FieldType type) const {
    const std::string& text = std::get<std::string>(word);
    const auto number = has_table_ ? whole_number(text, type) : std::nullopt;
    if (!number) return Field::of_text(text);
    return *number <= UINT32_MAX ? Field::of_u32(static_cast<uint32_t>(*number))
                                 : Field::of_u64(*number);
  }
  static Field number_field(const Word& word) {
    if (const double* number = std::get_if<double>(&word)) return Field::of_double(*number);
    const std::string& text = std::get<std::string>(word);
    char room[kLongestSpelling];
    const std::optional<double> number =
        text.empty() ? std::nullopt : std::optional(std::strtod(text.c_str(), nullptr));
    return number && spell(*number, room) == text ? Field::of_double(*number)
                                                  : Field::of_text(text);
  }

  bool has_table_;
  std::map<std::string, uint32_t> numbers_;
};

std::string random_word(std::mt19937_64& random, std::size_t different) {
  const std::size_t number = random() % different;
  std::string word = std::to_string(number);
  word.append(number % 23, static_cast<char>('a' + number % 26));
  return number % 41 == 0 ? "" : word;
}

constexpr const char* kWholes[] = {"0",   "7",    "46080", "4294967295", "4294967296",  "-1",
                                   "007", "0x1f", "0x0",   "0xffffffff", "0x100000000", "many"};

Words random_words(const EventDefinition& definition, std::mt19937_64& random,
                   std::size_t different) {
  Words words;
  for (const FieldDefinition& field : definition.fields) {
    if (field.type == FieldType::string || field.type == FieldType::color) {
      words.emplace_back(random_word(random, different));
    } else if (field.type == FieldType::int_number || field.type == FieldType::hex_number) {
      words.emplace_back(kWholes[random() % std::size(kWholes)]);
    } else if (field.name == FieldName::user_defined) {
      words.emplace_back(random() % 2 == 0 ? "0.5" : random() % 2 == 0 ? "0.50" : "many");
    } else {
      words.emplace_back(static_cast<double>(random() % 100000) / 64);
    }
  }
  return words;
}

std::vector<FieldValue> values_of(const Words& words) {
  std::vector<FieldValue> values;
  for (const Word& word : words) {
    const double* number = std::get_if<double>(&word);
    values.push_back(number != nullptr ? FieldValue::of_number(*number)
                                       : FieldValue::of_text(std::get<std::string>(word), false));
  }
  return values;
}

std::unique_ptr<Encoder> encoder_of(bool has_table) {
  return has_table ? encode_reference({}) : encode_standard({});
}

class Encoders : public ::testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Rastro, Encoders, ::testing::Bool(), [](const auto& each) {
  return std::string(each.param ? "reference" : "standard");
});

TEST_P(Encoders, WriteTheBytesOfTheSpecification) {
  const auto all = definitions();
  std::mt19937_64 random(1);
  // Few words, and more than a u16 counts.
  for (const std::size_t different : {30U, 100000U}) {
    const auto encoder = encoder_of(GetParam());
    Specification specification(GetParam());
    std::string ignored;
    for (const EventDefinition& definition : all) {
      ASSERT_FALSE(encoder->define(definition, ignored));
    }
    for (int i = 0; i < 60000; ++i) {
      const EventDefinition& definition = all[random() % all.size()];
      const Words words = random_words(definition, random, different);
      std::string written = "before";
      std::string expected = written;
      ASSERT_FALSE(
          encoder->encode({.definition = &definition, .fields = values_of(words)}, written));
      specification.append(definition, words, expected);
      ASSERT_EQ(written, expected) << "event " << i;
    }
  }
}

TEST_P(Encoders, LeaveNothingOfAnEventThatCannotBeWritten) {
  const auto all = definitions();
  const auto encoder = encoder_of(GetParam());
  std::string bytes;
  for (const EventDefinition& definition : all) ASSERT_FALSE(encoder->define(definition, bytes));
  const std::string before = bytes;
  // New words ahead of the one with a NUL, at any of its places.
  for (std::size_t size : {1U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 17U, 30U}) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string spoiled(size, 'x');
      spoiled[at] = '\0';
      const Words words{"new" + std::to_string(at), 1.0, "another", spoiled};
      const auto problem =
          encoder->encode({.definition = &all[0], .fields = values_of(words)}, bytes);
      ASSERT_TRUE(problem);
      EXPECT_EQ(problem->found, spoiled);
      EXPECT_EQ(problem->offset, before.size());
      ASSERT_EQ(bytes, before);
    }
  }
  EXPECT_EQ(encoder->words(), 0U);
}

}  // namespace
}  // namespace paje::rastro
