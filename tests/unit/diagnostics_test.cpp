// Every rule's message, word for word.
#include <gtest/gtest.h>

#include <set>

#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

// What every trace below begins with, after the definitions.
constexpr const char* kWorld =
    "0 A 0 machine\n0 B A thread\n1 V A load\n2 S A state\n2 T B calm\n3 E A mark\n4 L 0 A A data\n"
    "6 0 a1 A 0 first\n6 0 a2 A 0 second\n6 0 b1 B a1 third\n";

struct Case {
  Rule rule;
  const char* lines;  // added to the world; the first is in line 1 of them
  const char* message;
};

const Case kCases[] = {
    {Rule::unterminated_quote, "12 1 S a1 \"open\n",
     "1:11: error: unterminated quote: found '\"open', expected a closing '\"' on the same line"},
    {Rule::text_after_quote, "12 1 S a1 \"a\"b\n",
     "1:11: error: text glued to a quoted word: found '\"a\"b', expected white space after the "
     "closing quote"},
    {Rule::definition_syntax, "%EventDef PajeSetState\n",
     "1:23: error: malformed event definition: found 'the end of the line', expected a word"},
    {Rule::unfinished_definition, "%EventDef PajeSetState 70\n% Time date\n12 1 S a1 x\n",
     "1:2: error: event definition without an end: found 'PajeSetState', expected '%EndEventDef' "
     "after its fields"},
    {Rule::event_id_not_integer, "%EventDef PajeSetState x\n%EndEventDef\n",
     "1:24: error: event id is not an integer: found 'x', expected an integer"},
    {Rule::duplicate_event_id, "%EventDef PajeSetState 7\n%EndEventDef\n",
     "1:24: error: event id defined twice: found '7', expected an id other than that of "
     "PajeDestroyContainer 7: Time date, Type string, Name string"},
    {Rule::unknown_field_type,
     "%EventDef PajeResetState 70\n% Time text\n% Type string\n% Container string\n%EndEventDef\n",
     "2:8: error: unknown field type: found 'text', expected int, hex, float, double, date, string "
     "or color"},
    {Rule::old_field_name,
     "%EventDef PajeResetState 70\n% EntityType string\n% Time date\n% Container "
     "string\n%EndEventDef\n",
     "2:3: error: field name of an old version of the format: found 'EntityType', expected 'Type', "
     "or --no-strict"},
    {Rule::duplicate_field,
     "%EventDef PajeResetState 70\n% Time date\n% Time date\n% Type string\n% Container "
     "string\n%EndEventDef\n",
     "3:3: error: field defined twice: found 'Time', expected each field once"},
    {Rule::missing_field, "%EventDef PajeResetState 70\n% Time date\n% Type string\n%EndEventDef\n",
     "1:11: error: event definition lacks a required field: found 'PajeResetState', expected a "
     "field 'Container' among its fields"},
    {Rule::unknown_event_id, "99 1 2\n",
     "1:1: error: unknown event id: found '99', expected the id of an event that %EventDef defined "
     "before"},
    {Rule::field_count, "12 1 S a1\n",
     "1:8: error: wrong number of fields: found '3 fields', expected 4"},
    {Rule::field_count, "13 1 S a1 x y\n",
     "1:11: error: wrong number of fields: found '5 fields', expected 3"},
    {Rule::bad_number, "12 1,5 S a1 x\n",
     "1:4: error: not a number: found '1,5', expected a decimal number in field 'Time'"},
    {Rule::unknown_type, "12 1 X a1 x\n",
     "1:6: error: unknown type: found 'X', expected the alias or name of a state type defined "
     "before"},
    {Rule::unknown_container, "12 1 S \"no one\" x\n",
     "1:8: error: unknown container: found 'no one', expected the alias or name of a container "
     "created before"},
    {Rule::wrong_kind_of_type, "12 1 E a1 x\n",
     "1:6: error: wrong kind of type: found 'E', expected a state type, not the event type 'mark'"},
    {Rule::type_not_in_container, "12 1 T a1 x\n",
     "1:6: error: type does not belong here: found 'T', expected a child of the type 'machine' of "
     "container 'first'"},
    {Rule::duplicate_type, "2 S A other\n",
     "1:3: error: type defined twice: found 'S', expected an identifier other than that of the "
     "state type 'state'"},
    {Rule::duplicate_container, "6 1 a1 A 0 n\n",
     "1:5: error: container created twice: found 'a1', expected an identifier that no container "
     "has yet"},
    {Rule::duplicate_value, "12 1 S a1 x\n5 x S named \"1 0 0\"\n",
     "2:3: error: value defined twice: found 'x', expected the definition before the first use of "
     "the value"},
    {Rule::not_time_ordered, "12 5 S a1 x\n12 4.5 S a1 y\n",
     "2:4: error: not time-ordered: found '4.5', expected a time not before 5, the last one in "
     "this "
     "container and type"},
    {Rule::pop_on_empty_stack, "13 1 S a1\n",
     "1:8: error: pop without an open state: found 'a1', expected a state to be open in this "
     "container"},
    {Rule::variable_without_value, "9 1 V a1 4\n",
     "1:7: error: variable has no value yet: found 'a1', expected a PajeSetVariable before in this "
     "container"},
    {Rule::link_value_differs, "15 1 L 0 a1 x k\n16 2 L 0 a2 y k\n",
     "2:13: error: link halves have different values: found 'y', expected 'x', the value of the "
     "half in line 1"},
    {Rule::link_key_reused, "15 1 L 0 a1 x k\n16 2 L 0 a2 x k\n15 3 L 0 a1 x k\n",
     "3:15: error: link key used again: found 'k', expected a key that no complete link of this "
     "container and type has"},
    {Rule::link_container_type, "15 1 L 0 b1 x k\n",
     "1:10: error: link joins a container of the wrong type: found 'b1', expected a container of "
     "type 'machine'"},
    {Rule::incomplete_link, "15 1 L 0 a1 x k\n12 1 S a1 x\n",
     "1:1: error: incomplete link: found 'start of link k', expected its end in container '0' "
     "before the end of the trace"},
    {Rule::destroyed_before_end, "12 5 S a1 x\n7 4 A a1\n",
     "2:3: error: container destroyed before its last event: found '4', expected a time not before "
     "5, when the last event reached container 'first'"},
};

// Rules with tests of their own: one has too long a message, one is only for pj_validate.
const std::set<Rule> kElsewhere = {
    Rule::unknown_event_name, Rule::field_not_of_its_type, Rule::damaged_compression,
    Rule::damaged_record,     Rule::unreadable_part,       Rule::repeated_part,
    Rule::utf16_text,         Rule::received_before_sent,  Rule::part_of_unknown,
    Rule::wrong_seek_table,   Rule::mended_word,           Rule::contradicting_record,
    Rule::other_format,       Rule::not_carried_over};

const Case kWarnings[] = {
    {Rule::bad_color, "5 v S v \"2 0\"\n",
     "1:9: warning: not a colour: found '2 0', expected three or four numbers from 0 to 1, or "
     "rrggbb in hexadecimal"},
    {Rule::words_after_definition,
     "%EventDef PajeResetState 70\n% Time date of it\n% Type string\n% Container string\n"
     "%EndEventDef\n",
     "2:13: warning: words after the end of a definition: found 'of', expected the end of the "
     "line"},
    {Rule::event_after_destruction, "7 4 A a1\n12 5 S a1 x\n",
     "2:8: warning: event of a destroyed container is ignored: expected no event of a container "
     "after its destruction"},
};

std::string message_of(const std::string& world, const std::string& lines, Rule* rule) {
  try {
    (void)read_trace(Input::from_memory(world + lines, "t"));
  } catch (const TraceError& error) {
    *rule = error.diagnostic().rule;
    const std::string what = error.what();
    const std::size_t colon = what.find(':', 2);
    const auto line = std::stoul(what.substr(2, colon - 2)) -
                      static_cast<std::size_t>(std::count(world.begin(), world.end(), '\n'));
    return std::to_string(line) + what.substr(colon);
  }
  return "no error";
}

TEST(Diagnostics, SayWhatWasFoundAndWhatWasExpected) {
  // Lines that a message names count from the input's first; the world is put on none of its own.
  const std::string world = std::string(kHeader) + kWorld;
  const auto before = std::count(world.begin(), world.end(), '\n');
  for (const Case& wanted : kCases) {
    Rule rule{};
    std::string message = message_of(world, wanted.lines, &rule);
    const std::string absolute = "in line " + std::to_string(before + 1);
    if (const auto at = message.find(absolute); at != std::string::npos) {
      message.replace(at, absolute.size(), "in line 1");
    }
    EXPECT_EQ(message, wanted.message);
    EXPECT_EQ(rule, wanted.rule) << wanted.lines;
  }
}

TEST(Diagnostics, WarningsSayTheSameAndStopNothing) {
  const std::string world = std::string(kHeader) + kWorld;
  const auto before = std::count(world.begin(), world.end(), '\n');
  for (const Case& wanted : kWarnings) {
    std::vector<std::string> messages;
    ReadOptions options;
    options.on_warning = [&](const Diagnostic& warning) {
      EXPECT_EQ(warning.rule, wanted.rule);
      const auto line = static_cast<int64_t>(warning.where.line) - before;
      const std::string text = one_line(warning);
      messages.push_back(std::to_string(line) + text.substr(text.find(':', 2)));
    };
    (void)read_trace(Input::from_memory(world + wanted.lines, "t"), options);
    EXPECT_EQ(messages, std::vector<std::string>{wanted.message});
  }
}

TEST(Diagnostics, EveryRuleHasATest) {
  std::set<Rule> tested = kElsewhere;
  for (const Case& wanted : kWarnings) tested.insert(wanted.rule);
  for (const Case& wanted : kCases) tested.insert(wanted.rule);
  for (const RuleText& rule : all_rules()) EXPECT_TRUE(tested.contains(rule.rule)) << rule.name;
}

TEST(Diagnostics, AnUnknownEventNameIsAnsweredWithThoseThereAre) {
  Rule rule{};
  const std::string message = message_of("", "%EventDef PajeFoo 1\n%EndEventDef\n", &rule);
  EXPECT_EQ(rule, Rule::unknown_event_name);
  EXPECT_NE(message.find("found 'PajeFoo'"), std::string::npos);
  for (const EventRule& event : all_event_rules()) {
    EXPECT_NE(message.find(event.name), std::string::npos) << event.name;
  }
}

TEST(Diagnostics, ShowTheLineAndPointAtTheWord) {
  try {
    (void)read_trace(Input::from_memory(std::string(kHeader) + kWorld + "12 1 S\ta9 x\r\n", "t"));
    FAIL();
  } catch (const TraceError& error) {
    const std::string text = full_text(error.diagnostic());
    EXPECT_NE(text.find("\n  12 1 S a9 x\n         ^\n"), std::string::npos) << text;
  }
}

TEST(Diagnostics, ALongLineIsCutAroundThePlace) {
  const std::string filler(5000, 'x');
  try {
    (void)read_trace(
        Input::from_memory(std::string(kHeader) + "17 1 E " + filler + " \"open\n", "t"));
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_EQ(error.diagnostic().where.column, 5009U);
    EXPECT_LT(error.diagnostic().source_line.size(), 200U);
    EXPECT_EQ(error.diagnostic().source_line[error.diagnostic().caret - 1], '"');
  }
}

TEST(Diagnostics, RuleNamesAreUnique) {
  std::set<std::string_view> names;
  for (const RuleText& rule : all_rules()) EXPECT_TRUE(names.insert(rule.name).second);
}

// There may be as many messages as lines: none may be as long as a name that its line refers to.
TEST(Diagnostics, ShortenLongNames) {
  const std::string longest(100'000, 'n');
  const std::string world = std::string(kHeader) + "0 A 0 " + longest + "\n0 B A " + longest +
                            "\n2 S A " + longest + "\n2 T B " + longest + "\n3 E A " + longest +
                            "\n4 L 0 A A " + longest + "\n6 0 a1 A 0 " + longest +
                            "\n6 0 b1 B a1 " + longest + "\n5 x S " + longest + " \"1 0 0\"\n";
  std::set<Rule> rules;
  for (const char* lines : {"12 1 E a1 x\n", "12 1 T a1 x\n", "2 S A other\n", "6 1 c B 0 n\n",
                            "7 1 A b1\n", "5 x S y \"1 0 0\"\n", "15 1 L 0 b1 x k\n",
                            "12 5 S a1 x\n7 4 A a1\n", "15 1 L 0 a1 x k\n"}) {
    Rule rule{};
    const std::string message = message_of(world, lines, &rule);
    EXPECT_LT(message.size(), 700U) << message;
    rules.insert(rule);
  }
  EXPECT_EQ(rules,
            (std::set<Rule>{Rule::wrong_kind_of_type, Rule::type_not_in_container,
                            Rule::duplicate_type, Rule::duplicate_value, Rule::link_container_type,
                            Rule::destroyed_before_end, Rule::incomplete_link}));
}

TEST(Diagnostics, CountHalfLinks) {
  const std::string lines = "15 1 L 0 a1 x k1\n15 1 L 0 a1 x k2\n16 2 L 0 a2 x k3\n";
  try {
    (void)read_trace(Input::from_memory(std::string(kHeader) + kWorld + lines));
    FAIL() << "half links are no links";
  } catch (const TraceError& error) {
    EXPECT_EQ(
        error.diagnostic().note,
        "-z, --ignore-incomplete-links, leaves out links that lack a half, such as this and 2 "
        "others");
  }
}

TEST(Diagnostics, CountTheFieldsOfALongDefinition) {
  std::string wide =
      "%EventDef PajeSetState 70\n% Time date\n% Type string\n% Container string\n% "
      "Value string\n";
  for (int i = 0; i < 1000; ++i) wide += "% field" + std::to_string(i) + " int\n";
  try {
    (void)read_trace(Input::from_memory(wide + "%EndEventDef\n70 1 2\n", "t"));
    FAIL();
  } catch (const TraceError& error) {
    const std::string& note = error.diagnostic().note;
    EXPECT_LT(note.size(), 2100U);
    EXPECT_TRUE(note.starts_with("PajeSetState 70: Time date, Type string, ")) << note;
    EXPECT_TRUE(note.ends_with(" more")) << note;
    const auto shown = static_cast<std::size_t>(std::count(note.begin(), note.end(), ',')) + 1;
    EXPECT_NE(note.find(" and " + std::to_string(1004 - shown) + " more"), std::string::npos);
  }
}

}  // namespace
}  // namespace paje::testing
