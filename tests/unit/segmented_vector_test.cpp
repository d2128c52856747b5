// What grows in many places at once: rows in segments of a pool, texts in blocks.
#include "base/segmented_vector.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/string_arena.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

struct Row {
  uint64_t a;
  uint64_t b;
  uint64_t c;
  bool operator==(const Row&) const = default;
};
constexpr std::size_t kSegmentRows = SegmentedVector<Row>::kSegmentRows;

void expect_same(const SegmentedVector<Row>& rows, const std::vector<Row>& expected) {
  ASSERT_EQ(rows.size(), expected.size());
  ASSERT_EQ(rows.empty(), expected.empty());
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(rows[i], expected[i]) << i;
  if (!expected.empty()) {
    ASSERT_EQ(rows.back(), expected.back());
  }
  std::vector<Row> joined;
  for (std::size_t i = 0; i < rows.segments(); ++i) {
    const auto segment = rows.segment(i);
    ASSERT_FALSE(segment.empty());
    joined.insert(joined.end(), segment.begin(), segment.end());
  }
  ASSERT_EQ(joined, expected);
}

TEST(SegmentedVector, AreWhatAVectorOfThemIs) {
  std::mt19937 dice(3);
  for (int round = 0; round < 30; ++round) {
    SegmentPool pool;
    SegmentedVector<Row> rows(pool);
    SegmentedVector<Row> others(pool);  // so that segments do not lie next to each other
    std::vector<Row> expected;
    for (int step = 0; step < 12; ++step) {
      const std::size_t added = dice() % (dice() % 2 == 0 ? 8 : 2 * kSegmentRows);
      for (std::size_t i = 0; i < added; ++i) {
        const Row row{dice(), i, expected.size()};
        rows.push_back(row);
        expected.push_back(row);
        others.push_back({});
      }
      if (dice() % 4 == 0) others.shrink(0);
      if (!expected.empty() && dice() % 2 == 0)
        rows[expected.size() / 2].a = expected[expected.size() / 2].a = 7;
      expect_same(rows, expected);
      if (dice() % 3 == 0) {
        const std::size_t kept = dice() % 3 == 0 ? 0 : dice() % (expected.size() + 1);
        rows.shrink(kept);
        expected.resize(kept);
        expect_same(rows, expected);
      }
    }
    rows.forget();
    expect_same(rows, {});
    rows.push_back({1, 2, 3});
    expect_same(rows, {{1, 2, 3}});
  }
}

// At every size around those where the memory changes.
TEST(SegmentedVector, EndWhereSegmentsEnd) {
  for (const std::size_t around : {kSegmentRows / 2, kSegmentRows, 2 * kSegmentRows}) {
    for (std::size_t size = around - 2; size <= around + 2; ++size) {
      SegmentPool pool;
      SegmentedVector<Row> rows(pool);
      std::vector<Row> expected;
      for (uint64_t i = 0; i < size; ++i) {
        rows.push_back({i, 0, 0});
        expected.push_back({i, 0, 0});
      }
      expect_same(rows, expected);
      for (const std::size_t kept : {size - 1, size - 2, kSegmentRows / 4}) {
        rows.shrink(kept);
        expected.resize(kept);
        expect_same(rows, expected);
      }
    }
  }
}

TEST(SegmentedVector, OfManyThreadsShareAPool) {
  SegmentPool pool;
  std::vector<std::thread> threads;
  std::vector<uint64_t> sums(4);
  for (uint64_t number = 0; number < sums.size(); ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 5; ++round) {
        SegmentedVector<Row> rows(pool);
        for (uint64_t i = 0; i < 4 * kSegmentRows; ++i) rows.push_back({number, i, 0});
        for (std::size_t i = 0; i < rows.size(); ++i)
          sums[number] += rows[i].a == number && rows[i].b == i;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums, std::vector<uint64_t>(4, 20 * kSegmentRows));
}

TEST(StringArena, KeepTextsInTheirPlace) {
  std::mt19937 dice(5);
  StringArena texts;
  std::vector<std::pair<std::string_view, std::string>> all;
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t size = dice() % 1000 == 0 ? dice() % 300'000 : dice() % 40;
    std::string text(size, static_cast<char>('a' + i % 26));
    const std::string_view copy = texts.add(text);
    all.emplace_back(copy, std::move(text));
  }
  const StringArena moved = std::move(texts);
  for (const auto& [copy, text] : all) ASSERT_EQ(copy, text);
}

// States of one container over several segments, open ones in all of them.
std::string nested_states(unsigned count) {
  std::string text = std::string(kHeader) + R"(0 H 0 Host
2 S H State
6 0 h H 0 host
)";
  for (unsigned i = 0; i < count; ++i) {
    text += "12 " + std::to_string(i) + " S h v" + std::to_string(i % 7) + "\n";
    if (i % 3 != 0) text += "13 " + std::to_string(i) + ".5 S h\n";
  }
  return text;
}

TEST(SegmentedVector, OfAReplayBecomeColumns) {
  constexpr unsigned kStates = 10'000;
  for (const unsigned threads : {1U, 3U}) {
    ReadOptions options;
    options.threads = threads;
    const Trace trace = read_trace(Input::from_memory(nested_states(kStates)), options);
    const StateColumns states = trace.states();
    ASSERT_EQ(states.start.size(), kStates);
    uint32_t depth = 0;
    for (unsigned i = 0; i < kStates; ++i) {
      const bool stays_open = i % 3 == 0;
      ASSERT_EQ(states.start[i], i);
      ASSERT_EQ(states.end[i], stays_open ? *trace.end_time() : i + 0.5);
      ASSERT_EQ(states.depth[i], depth);
      ASSERT_EQ(trace.values()[states.value[i].index].name.text, "v" + std::to_string(i % 7));
      if (stays_open) ++depth;
    }
  }
}

}  // namespace
}  // namespace paje::testing
