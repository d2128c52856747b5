// Arguments of Chrome's events whose names are kept once: the fields that each event has by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "exchange/chrome/argument_words.hpp"
#include "exchange/chrome/json_fields.hpp"

namespace paje::exchange {
namespace {

class RandomArguments {
 public:
  explicit RandomArguments(uint64_t seed) : random_(seed) {}

  uint64_t below(uint64_t count) { return random_() % count; }

  // Mostly of few kinds.
  std::string make() {
    if (below(20) == 0) return below(2) == 0 ? "7" : "[1,\"a\"]";
    std::string text = "{";
    const uint64_t kind = below(3);
    for (uint64_t i = 0; i < 2 + kind; ++i) {
      text += fmt::format("{}\"{}\":{}", i == 0 ? "" : ",", name(kind * 5 + i), value());
    }
    return text + "}";
  }

 private:
  std::string name(uint64_t usual) {
    static constexpr const char* kOdd[] = {"a",    "a b",   "Time",  "Value", "cat", "\\u0061",
                                           "\xFF", "a\\nb", "q\\\"", "",      "Key", "End"};
    return below(12) == 0 ? kOdd[below(12)] : fmt::format("name {}", usual);
  }

  std::string value() {
    static constexpr const char* kValues[] = {"1",           "-1",
                                              "0.5",         "1e3",
                                              "-0",          "true",
                                              "null",        "\"text\"",
                                              "\"a b\"",     "\"\"",
                                              "[1, 2]",      "{\"a\": [\"b c\"]}",
                                              "\"\\u00e9\"", "123456789012345678901234567890"};
    static constexpr const char* kOdd[] = {"\"two\\nlines\"", "\"a \\\" b\"", "\"\xFF\"",
                                           "\"\\ud800\""};
    return below(15) == 0 ? kOdd[below(4)] : kValues[below(14)];
  }

  std::mt19937_64 random_;
};

std::string written(const ImportedFields& fields) {
  std::string text;
  for (const ImportedField& field : fields) {
    text += fmt::format("<{}|{}|{}>", field.name, field.word, static_cast<int>(field.type));
  }
  return text;
}

std::string written(const Losses& losses) {
  std::string text;
  for (const auto& [kind, count] : losses.all().counts) text += fmt::format("{} {}\n", count, kind);
  return text;
}

TEST(ChromeArguments, AreThoseOfEachEventByItself) {
  int others = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    RandomArguments random(seed);
    std::deque<std::string> texts;
    std::vector<ChromeEvent> events;
    std::vector<bool> with_category;
    for (int i = 0; i < 60; ++i) {
      ChromeEvent& event = events.emplace_back();
      event.arguments = texts.emplace_back(random.make());
      event.category = random.below(2) == 0 ? "some" : "a category";
      with_category.push_back(random.below(2) == 0);
    }
    Losses losses, expected_losses;
    ImportedTrace trace(losses), expected_trace(expected_losses);
    ChromeParser parser(losses), expected_parser(expected_losses);
    ArgumentWords words;
    std::vector<ArgumentWords::Fields> read;
    for (std::size_t i = 0; i < events.size(); ++i) {
      read.push_back(words.add(events[i], with_category[i], parser, losses));
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      JsonFields fields(expected_parser.repairs(), expected_losses);
      if (with_category[i]) fields.add_text("cat", events[i].category);
      expected_parser.arguments(events[i], [&](std::string_view name, std::string_view token) {
        fields.add(name, token);
      });
      const FieldsIndex expected = expected_trace.add_fields(fields.release());
      const FieldsIndex made = words.add_to(trace, read[i]);
      ASSERT_EQ(written(trace.fields().fields(made)),
                written(expected_trace.fields().fields(expected)))
          << events[i].arguments;
    }
    parser.count_repairs();
    expected_parser.count_repairs();
    ASSERT_EQ(written(losses), written(expected_losses));
    others += written(losses).empty() ? 0 : 1;
    words.clear();
  }
  EXPECT_GT(others, 100);
}

// Like a member of an event that is null. Of a name that is there twice, the last one counts.
TEST(ChromeArguments, OfNullAreNoFields) {
  const auto fields_of = [](std::string_view arguments, std::string& lost) {
    Losses losses;
    ImportedTrace trace(losses);
    ChromeParser parser(losses);
    ArgumentWords words;
    ChromeEvent event;
    event.arguments = arguments;
    const ArgumentWords::Fields fields = words.add(event, false, parser, losses);
    const FieldsIndex made = words.add_to(trace, fields);
    lost = written(losses);
    return written(trace.fields().fields(made));
  };
  std::string lost;
  EXPECT_EQ(fields_of(R"({"a":null,"b":1,"c":null,"d":"null"})", lost), "<b|1|3><d|null|0>");
  EXPECT_EQ(lost, "");
  EXPECT_EQ(fields_of(R"({"a":null})", lost), "");
  EXPECT_EQ(fields_of(R"({"Value":null,"b":"x"})", lost), "<b|x|0>");
  EXPECT_EQ(lost, "");
  EXPECT_EQ(fields_of(R"({"a":[null],"b":{"c":null}})", lost), "<a|[null]|0><b|{\"c\":null}|0>");
  EXPECT_EQ(fields_of(R"({"a":1,"b":2,"a":null})", lost), "<b|2|3>");
  EXPECT_EQ(lost, "1 arguments that an event has twice (the last one counts)\n");
  EXPECT_EQ(fields_of(R"({"a":null,"a":1})", lost), "<a|1|3>");
}

// Fields of an end take the place of those of the start, which stay what they were.
TEST(ImportedFieldTable, MergesByName) {
  ImportedFieldTable table;
  const FieldsIndex begin = table.add({{"a", "1", FieldType::int_number}, {"b", "x"}});
  const FieldsIndex end = table.add({{"c", "z"}, {"a", "y"}});
  EXPECT_EQ(written(table.fields(table.merge(begin, end))), "<a|y|0><b|x|0><c|z|0>");
  EXPECT_EQ(written(table.fields(begin)), "<a|1|3><b|x|0>");
  EXPECT_EQ(table.merge(begin, 0), begin);
  EXPECT_EQ(table.merge(0, end), end);
  EXPECT_EQ(table.shape_of(table.add({{"a", "2", FieldType::int_number}, {"b", ""}})),
            table.shape_of(begin));
}

}  // namespace
}  // namespace paje::exchange
