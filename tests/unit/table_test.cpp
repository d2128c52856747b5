// The table right from a replay against that of the trace in columns.
#include "paje/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "random_trace.hpp"

namespace paje::testing {
namespace {

ReadOptions read_options(uint64_t seed) {
  ReadOptions options;
  options.on_problem = [](const Diagnostic&) {};
  options.chunk_bytes = 40 * seed + 1;
  options.threads = 1 + static_cast<unsigned>(seed % 3);
  options.imbrication = seed % 5 != 0;
  options.keep_user_fields = seed % 2 == 0;
  if (seed % 7 == 0) options.stop_at = 6.0;
  return options;
}

TableOptions table_options(uint64_t seed) {
  TableOptions options;
  options.header = seed % 3 != 0;
  options.user_fields = seed % 2 == 0;
  options.quotes = static_cast<Quotes>(seed % 3);
  options.threads = 1 + static_cast<unsigned>(seed % 2);
  return options;
}

Selection selection(uint64_t seed) {
  Selection wanted;
  if (seed % 4 == 1) wanted.start = static_cast<double>(seed % 11);
  if (seed % 4 <= 1) wanted.end = static_cast<double>(seed % 11 + seed % 5);
  if (seed % 6 == 3) wanted.nesting = Nesting::outermost;
  if (seed % 3 == 2) wanted.containers = {"*" + std::to_string(seed % 4), "[!0-9]"};
  if (seed % 9 == 5) wanted.types = {"S", "L", "V"};
  wanted.allow_unmatched = true;
  return wanted;
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string table_of(const std::string& text, const ReadOptions& read, const TableOptions& shown) {
  std::string found;
  write_table(Input::from_memory(text), read, shown,
              [&](std::string_view piece) { found += piece; });
  return found;
}

// With a user-defined field of each event that begins a state.
std::string trace_text(uint64_t seed) {
  std::string text = RandomTrace(seed).text(200, seed % 2 == 0 ? 12 : 1000000);
  std::string with_field;
  bool is_push = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("%EventDef PajePushState 12")) is_push = true;
    if (is_push && line.starts_with("%EndEventDef")) {
      with_field += "% Depth string\n";
      is_push = false;
    }
    if (line.starts_with("12 ")) line += " d" + std::to_string(at % 5);
    with_field += line + '\n';
  }
  return with_field;
}

TEST(WriteTable, NeedsNoOptions) {
  const std::string text =
      "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n"
      "%EndEventDef\n%EventDef PajeCreateContainer 6\n% Time date\n% Alias string\n"
      "% Type string\n% Container string\n% Name string\n%EndEventDef\n"
      "0 P 0 Process\n6 0.5 p P 0 rank\n6 1 q P 0 last\n";
  const Input input = Input::from_memory(text);
  std::string of_trace, of_input;
  write_table(read_trace(input), [&](std::string_view piece) { of_trace += piece; });
  write_table(input, [&](std::string_view piece) { of_input += piece; });
  EXPECT_EQ(of_trace, table_of(text, {}, {}));
  EXPECT_EQ(of_input, of_trace);
}

// In columns, selected there; selected by reading; from rows; and as objects complete.
TEST(WriteTable, RefusesDigitsOutOfRange) {
  const Input input = Input::from_memory("");
  for (const int digits : {-1, 301}) {
    TableOptions shown;
    shown.precision = digits;
    EXPECT_THROW(write_table(input, {}, shown, [](std::string_view) {}), std::invalid_argument);
    shown = {};
    shown.container_precision = digits;
    EXPECT_THROW(write_table(Trace(), shown, [](std::string_view) {}), std::invalid_argument);
  }
}

TEST(WriteTable, IsTheSameOfATraceAndOfItsInput) {
  std::size_t with_fields = 0;
  std::size_t with_less = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const std::string text = trace_text(seed);
    ReadOptions options = read_options(seed);
    TableOptions shown = table_options(seed);
    const Selection wanted = selection(seed);
    std::string whole, expected, of_part;
    const Trace trace = read_trace(Input::from_memory(text), options);
    write_table(trace, shown, [&](std::string_view piece) { whole += piece; });
    write_table(
        trace, shown, [&](std::string_view piece) { expected += piece; }, wanted);
    options.selection = wanted;
    const Trace part = read_trace(Input::from_memory(text), options);
    write_table(
        part, shown, [&](std::string_view piece) { of_part += piece; },
        Selection{.containers = wanted.containers, .types = wanted.types, .allow_unmatched = true});
    ASSERT_EQ(of_part, expected) << "seed " << seed << '\n' << text;
    ASSERT_EQ(part.containers().size(), trace.containers().size());
    ASSERT_EQ(part.values().size(), trace.values().size());
    bool was_read = false;
    shown.on_read = [&](const Trace& read) {
      was_read = true;
      ASSERT_EQ(read.end_time(), trace.end_time());
      ASSERT_TRUE(read.tracks().empty());
    };
    ASSERT_EQ(table_of(text, options, shown), expected) << "seed " << seed << '\n' << text;
    ASSERT_TRUE(was_read);
    if (expected.find(", d1") != std::string::npos) ++with_fields;
    if (expected.size() < whole.size()) ++with_less;
  }
  EXPECT_GT(with_fields, 50U);
  EXPECT_GT(with_less, 200U);
}

TEST(WriteTable, WhileReadingHasTheSameRowsButTheRoot) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = trace_text(seed);
    ReadOptions options = read_options(seed);
    options.selection = selection(seed);
    TableOptions shown = table_options(seed);
    shown.header = false;
    auto expected = sorted_lines(table_of(text, options, shown));
    std::erase_if(expected, [](const std::string& line) {
      return line.starts_with("Container, 0, 0,") || line.starts_with("Container,0,0,");
    });
    shown.while_reading = true;
    ASSERT_EQ(sorted_lines(table_of(text, options, shown)), expected) << "seed " << seed;
  }
}

TEST(WriteTable, ThrowsWhatReadingThrows) { EXPECT_THROW(table_of("1 2 3\n", {}, {}), TraceError); }

}  // namespace
}  // namespace paje::testing
