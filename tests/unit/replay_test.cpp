// The replay in pieces against the naive one, on random traces, however they are cut.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "naive_replay.hpp"
#include "otherwise_written.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

void expect_same(const std::string& text, const ReadOptions& options) {
  const NaiveResult expected = replay_naively(text, options);
  const NaiveResult found = replay_with_library(text, options);
  ASSERT_EQ(joined(found.problems), joined(expected.problems)) << text;
  ASSERT_EQ(joined(found.objects), joined(expected.objects)) << text;
  const NaiveResult streamed = stream_with_library(text, options);
  ASSERT_EQ(joined(streamed.problems), joined(expected.problems)) << text;
  ASSERT_EQ(joined(streamed.objects), joined(expected.objects)) << text;
  ASSERT_EQ(joined(check_with_library(text, options)), joined(expected.problems)) << text;
}

class RandomReplay : public ::testing::TestWithParam<uint64_t> {};

TEST_P(RandomReplay, AgreesWithTheNaiveOne) {
  const uint64_t wildness = GetParam();
  for (uint64_t seed = 0; seed < 250; ++seed) {
    const std::string text = RandomTrace(seed).text(120, wildness);
    ReadOptions options;
    options.chunk_bytes = seed % 3 == 0 ? 1 : 40 * seed;
    options.threads = 1 + static_cast<unsigned>(seed % 4);
    options.imbrication = seed % 5 != 0;
    options.ignore_incomplete_links = seed % 2 == 0;
    if (seed % 7 == 0) options.stop_at = 6.0;
    expect_same(text, options);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST_P(RandomReplay, AgreesWithTheNaiveOneHoweverLinesAreWritten) {
  for (uint64_t seed = 0; seed < 250; ++seed) {
    const std::string text = OtherWriter(seed).rewritten(RandomTrace(seed).text(120, GetParam()));
    ReadOptions options;
    options.chunk_bytes = seed % 3 == 0 ? 64 * seed + 1 : 65536;
    options.threads = 1 + static_cast<unsigned>(seed % 2);
    expect_same(text, options);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

// A tree of seven levels whose containers are created, used and destroyed in any order, below
// destroyed ones too.
std::string random_lives(uint64_t seed) {
  constexpr uint64_t kLevels = 7;
  std::mt19937_64 random(seed);
  std::string text = kHeader;
  std::string above = "0";
  for (uint64_t level = 0; level < kLevels; ++level) {
    text += fmt::format("0 T{0} {1} t\n2 S{0} T{0} s\n", level, above);
    above = fmt::format("T{}", level);
  }
  std::vector<uint64_t> level_of;
  for (uint64_t time = 0; time < 120; ++time) {
    const uint64_t what = random() % 8;
    const uint64_t at = level_of.empty() ? 0 : random() % level_of.size();
    if (level_of.empty() || what == 0) {
      text += fmt::format("6 {} c{} T0 0 n\n", time, level_of.size());
      level_of.push_back(0);
    } else if (what < 5 && level_of[at] + 1 < kLevels) {
      text += fmt::format("6 {} c{} T{} c{} n\n", time, level_of.size(), level_of[at] + 1, at);
      level_of.push_back(level_of[at] + 1);
    } else if (what < 7) {
      text += fmt::format("7 {} T{} c{}\n", time, level_of[at], at);
    } else {
      text += fmt::format("12 {} S{} c{} v\n", time, level_of[at], at);
    }
  }
  return text;
}

TEST(Replay, ContainersDieWithTheNearestLivingOneAboveThem) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    ReadOptions options;
    options.chunk_bytes = seed % 3 == 0 ? 64 : 65536;
    options.threads = 1 + static_cast<unsigned>(seed % 2);
    expect_same(random_lives(seed), options);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

// Types and containers may share names, and definitions may have either first.
TEST(Replay, TellsTypesFromContainersOfTheSameName) {
  std::string header = kHeader;
  const std::string pop = "%EventDef PajePopState 13\n% Time date\n";
  const std::string order = "% Type string\n% Container string\n";
  const auto at = header.find(pop + order);
  ASSERT_NE(at, std::string::npos);
  header.replace(at + pop.size(), order.size(), "% Container string\n% Type string\n");
  header += "0 P 0 process\n2 1 P first\n2 2 P second\n6 0 1 P 0 one\n6 0 2 P 0 two\n";
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    std::string text = header;
    for (int i = 0; i < 40; ++i) {
      const char* value = random() % 2 == 0 ? " x" : " y";
      const bool pushes = random() % 3 != 0;
      text += fmt::format("{} {} {} {}{}\n", pushes ? 12 : 13, i, random() % 2 + 1,
                          random() % 2 + 1, pushes ? value : "");
    }
    expect_same(text, {});
    if (HasFatalFailure()) return;
  }
}

// Words that a fast line and another one spell differently mean the same.
TEST(Replay, IsTheSameForPlainLinesAndOthers) {
  std::string plain = RandomTrace(1).text(0, 1000000);
  std::string other = plain;
  for (int i = 0; i < 200; ++i) {
    const std::string time = fmt::format("{}.5", i);
    plain += fmt::format("12 {} S a1 x\n13 {} S a1\n8 {} V a1 {}\n", time, time, time, i);
    plain += fmt::format("15 {} L 0 a1 x k{}\n16 {} L 0 a2 x k{}\n", time, i, time, i);
    other +=
        fmt::format("12 {} S \"a1\" x\n13 {}  S a1\n8 {} V a1 {} # set\n", time, time, time, i);
    other += fmt::format("15 {} L 0 a1 x \"k{}\"\n16 {} \"L\" 0 a2 x k{}\n", time, i, time, i);
  }
  const ReadOptions options;
  const NaiveResult found = replay_with_library(plain, options);
  EXPECT_TRUE(found.problems.empty()) << joined(found.problems);
  const NaiveResult same = replay_with_library(other, options);
  std::string objects = joined(same.objects);
  std::erase(objects, '"');
  EXPECT_EQ(joined(found.objects), objects);
  EXPECT_TRUE(same.problems.empty()) << joined(same.problems);
}

// Where batches end decides which objects come first.
TEST(Replay, HandsObjectsOverInTheSameOrderWithAllNumbersOfThreads) {
  std::string text = RandomTrace(1).text(0, 1000000);
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format("12 {} S {} x\n13 {} S {}\n", i, i % 3 == 0 ? "a1" : "a2", i,
                        i % 3 == 0 ? "a1" : "a2");
    text += fmt::format("15 {} L 0 a1 x k{}\n16 {} L 0 a2 x k{}\n", i, i, i, i);
  }
  const auto table = [&](unsigned threads) {
    ReadOptions options;
    options.chunk_bytes = 256;
    options.threads = threads;
    std::string lines;
    stream_table(Input::from_memory(text), options, {},
                 [&](std::string_view piece) { lines += piece; });
    return lines;
  };
  const std::string expected = table(1);
  for (const unsigned threads : {2U, 3U, 5U, 8U}) EXPECT_EQ(table(threads), expected) << threads;
}

INSTANTIATE_TEST_SUITE_P(Wildness, RandomReplay, ::testing::Values(3, 12, 1000000));

TEST(Replay, StrictThrowsTheFirstProblemOfTheLenient) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = RandomTrace(seed).text(80, 15);
    ReadOptions options;
    options.chunk_bytes = seed % 2 == 0 ? 1 : 500;
    options.threads = 1 + static_cast<unsigned>(seed % 3);
    const NaiveResult expected = replay_naively(text, options);
    try {
      (void)read_trace(Input::from_memory(text), options);
      EXPECT_TRUE(expected.problems.empty()) << text;
    } catch (const TraceError& error) {
      ASSERT_FALSE(expected.problems.empty()) << error.what();
      const Diagnostic& found = error.diagnostic();
      EXPECT_EQ(fmt::format("{} {}", found.where.line, text_of(found.rule).name),
                expected.problems.front())
          << text;
    }
  }
}

TEST(Replay, KeepsUserFieldsWithTheObjectsTheyTouched) {
  std::string text = kHeader;
  text +=
      "%EventDef PajePushState 50\n% Time date\n% Type string\n% Container string\n% Value string\n"
      "% Size int\n% Mark string\n%EndEventDef\n"
      "%EventDef PajePopState 51\n% Time date\n% Type string\n% Container string\n% Why "
      "string\n%EndEventDef\n"
      "0 A 0 A\n2 S A S\n6 0 a A 0 a\n50 1 S a outer 10 \"m 1\"\n50 2 S a inner 20 m2\n51 3 S a "
      "done\n51 4 S a \"\"\n";
  ReadOptions options;
  options.keep_user_fields = true;
  const Trace trace = read_trace(Input::from_memory(text), options);
  const Track track = trace.track(trace.find_container("a"), trace.find_type("S"));
  ASSERT_EQ(track.size(), 2U);
  using Words = std::vector<std::string_view>;
  EXPECT_EQ(trace.user_fields(track, track.first), (Words{"10", "\"m 1\"", "\"\""}));
  EXPECT_EQ(trace.user_fields(track, track.first + 1), (Words{"20", "m2", "done"}));
  EXPECT_EQ(trace.user_field_names(track, track.first), (Words{"Size", "Mark", "Why"}));
}

TEST(Replay, AnEmptyInputIsATraceOfTheRoot) {
  const Trace trace = read_trace(Input::from_memory(""));
  EXPECT_EQ(trace.containers().size(), 1U);
  EXPECT_EQ(trace.end_time(), std::nullopt);
}

}  // namespace
}  // namespace paje::testing
