// An archive that is written while its trace is read, a few rows at a time, holds the trace: also
// states that end long after their rows were written, with the user-defined fields of their ends.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "paje/archive.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

ReadOptions lenient() {
  ReadOptions options;
  options.keep_user_fields = true;
  options.ignore_incomplete_links = true;
  options.chunk_bytes = 64;  // a batch is 16 chunks, so that some end at every length
  options.on_problem = [](const Diagnostic&) {};
  return options;
}

// States begin and end with user-defined fields, each event with others.
std::string with_notes(const std::string& text) {
  std::string noted;
  std::size_t begin = 0, number = 0;
  std::string event;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("%EventDef")) event = line;
    const bool ends = line.starts_with("%EndEventDef");
    if (ends && (event.ends_with(" 12") || event.ends_with(" 13"))) noted += "% Note string\n";
    noted += line;
    if (line.starts_with("12 ") || line.starts_with("13 ")) noted += fmt::format(" n{}", ++number);
    noted += '\n';
  }
  return noted;
}

std::string archive_of(const std::string& text, uint64_t slice_rows, unsigned threads = 2) {
  std::string bytes;
  ReadOptions read = lenient();
  read.threads = threads;
  const WrittenArchive written =
      write_archive(Input::from_memory(text), read, {.threads = threads, .slice_rows = slice_rows},
                    {.write = [&](std::string_view more) { bytes += more; },
                     .restart = [] { FAIL() << "it is one file"; }});
  EXPECT_EQ(written.sizes.bytes, bytes.size());
  return bytes;
}

Trace read(const std::string& bytes, bool on_demand = false) {
  ReadOptions options;
  options.keep_user_fields = true;
  options.on_demand = on_demand;
  return read_trace(Input::from_memory(bytes), options);
}

TEST(ArchiveSlices, HoldTheTrace) {
  std::size_t most = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = with_notes(RandomTrace(seed).text(600, 60));
    const Trace expected = read_trace(Input::from_memory(text), lenient());
    std::string whole;
    write_archive(expected, {}, [&](std::string_view more) { whole += more; });
    EXPECT_EQ(archive_of(text, 1'000'000), whole) << "one slice, seed " << seed;
    for (const uint64_t rows : {1U, 5U, 60U}) {
      const std::string bytes = archive_of(text, rows);
      EXPECT_EQ(whole_text(read(bytes)), whole_text(expected)) << seed << ", " << rows << " rows";
      EXPECT_EQ(whole_text(read(bytes, true)), whole_text(expected)) << seed << ", on demand";
      most = std::max(most, bytes.size());
    }
  }
  EXPECT_GT(most, 0U);
}

TEST(ArchiveSlices, DoNotDependOnThreads) {
  for (uint64_t seed = 100; seed < 110; ++seed) {
    const std::string text = with_notes(RandomTrace(seed).text(3000, 200));
    const std::string bytes = archive_of(text, 40, 1);
    EXPECT_EQ(bytes, archive_of(text, 40, 2));
    EXPECT_EQ(bytes, archive_of(text, 40, 5));
  }
}

// A stack of states that are open from the first slice to the last.
std::string deep_trace() {
  std::string text =
      std::string(kHeader) + "0 A 0 a-type\n2 S A state\n6 0 a A 0 first\n6 0 b A 0 second\n";
  for (int depth = 0; depth < 20; ++depth) text += fmt::format("12 {} S a v{}\n", depth, depth);
  for (int i = 0; i < 3000; ++i) {
    text +=
        fmt::format("12 {} S a inner\n13 {} S a\n11 {} S b x{}\n", 20 + i, 20.5 + i, 20 + i, i % 3);
  }
  for (int depth = 0; depth < 19; ++depth) text += fmt::format("13 {} S a\n", 4000 + depth);
  return with_notes(text + "11 5000 S b last\n");
}

TEST(ArchiveSlices, FindStatesThatEndLate) {
  const std::string text = deep_trace();
  const Trace expected = read_trace(Input::from_memory(text), lenient());
  const std::string bytes = archive_of(text, 100);
  EXPECT_EQ(whole_text(read(bytes)), whole_text(expected));
  // The index knows the late ends: a window after the first slices finds the states around it.
  const Trace some = read(bytes, true);
  const Track track = some.track(some.find_container("a"), some.find_type("S"));
  std::vector<uint64_t> found;
  some.for_each_overlapping(track, 3500, 3600, [&](uint64_t row) { found.push_back(row); });
  EXPECT_EQ(found.size(), 20U);
  ReadOptions window;
  window.selection.start = 3500;
  window.selection.end = 3600;
  window.selection.containers = {"first"};
  EXPECT_EQ(read_trace(Input::from_memory(bytes), window).states().start.size(), 20U);
}

}  // namespace
}  // namespace paje::testing
