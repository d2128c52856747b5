// The table right from a replay against that of the trace in columns.
#include "paje/table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

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
  if (seed % 4 == 1) options.start = static_cast<double>(seed % 11);
  if (seed % 4 <= 1) options.end = static_cast<double>(seed % 11 + seed % 5);
  return options;
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

TEST(ReplayedTable, IsTheTableOfTheTrace) {
  std::size_t with_fields = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const std::string text = trace_text(seed);
    const ReadOptions options = read_options(seed);
    const TableOptions shown = table_options(seed);
    std::string expected, found;
    const Trace trace = read_trace(Input::from_memory(text), options);
    write_table(trace, shown, [&](std::string_view piece) { expected += piece; });
    const ReplayedTable table(Input::from_memory(text), options);
    table.write(shown, [&](std::string_view piece) { found += piece; });
    ASSERT_EQ(found, expected) << "seed " << seed << '\n' << text;
    ASSERT_EQ(table.trace().end_time(), trace.end_time());
    ASSERT_EQ(table.trace().containers().size(), trace.containers().size());
    ASSERT_TRUE(table.trace().tracks().empty());
    if (found.find(", d1") != std::string::npos) ++with_fields;
  }
  EXPECT_GT(with_fields, 50U);
}

TEST(ReplayedTable, ThrowsWhatReadingThrows) {
  EXPECT_THROW(ReplayedTable(Input::from_memory("1 2 3\n"), {}), TraceError);
}

}  // namespace
}  // namespace paje::testing
