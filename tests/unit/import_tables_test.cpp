// Tables that importers keep, against simple ones: what numbers of definitions stand for, halves of
// messages that wait, and operations that come late.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange/otf2/ref_table.hpp"
#include "exchange/otf2/waiting.hpp"
#include "exchange/sort_operations.hpp"

namespace {

using namespace paje::exchange;

// Numbers from 0 on, with gaps, far away, and in any order.
TEST(RefTable, KeepsWhatIsThere) {
  for (const uint64_t gap : {uint64_t{1}, uint64_t{7}, uint64_t{1000}, uint64_t{1} << 40U}) {
    std::mt19937_64 random(gap);
    RefTable<uint64_t> table;
    std::map<uint64_t, uint64_t> expected;
    for (uint64_t i = 0; i < 4000; ++i) {
      const uint64_t ref = random() % 3000 * gap;
      const auto [at, is_new] = expected.try_emplace(ref, i);
      const uint64_t* const before = table.find(ref);
      ASSERT_EQ(before == nullptr, is_new);
      const auto found = table.try_emplace(ref, i);
      ASSERT_EQ(found.is_new, is_new);
      ASSERT_EQ(found.value, at->second);
      ASSERT_TRUE(is_new || before == &found.value);
      if (random() % 4 == 0) table[ref] = at->second = random();
    }
    EXPECT_EQ(table.values().size(), expected.size());
    for (const auto& [ref, value] : expected) ASSERT_EQ(*table.find(ref), value);
    EXPECT_EQ(table.find(UINT64_MAX), nullptr);
  }
}

TEST(RefTable, MemoryGrowsWithValues) {
  RefTable<char> table;
  for (uint64_t bit = 0; bit < 64; ++bit) table[uint64_t{1} << bit] = static_cast<char>(bit);
  for (uint64_t bit = 0; bit < 64; ++bit) ASSERT_EQ(*table.find(uint64_t{1} << bit), bit);
}

// Few channels, where halves wait in line, and many, which come and go.
TEST(Otf2Waiting, PairsHalvesInOrder) {
  for (const uint32_t tags : {1U, 20U, 5000U}) {
    std::mt19937 random(tags);
    Otf2Waiting waiting;
    using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;
    std::map<Key, std::deque<int64_t>> expected[2];
    uint64_t counts[2] = {};
    for (int64_t i = 0; i < 40'000; ++i) {
      const auto any = [&](uint32_t end) { return static_cast<uint32_t>(random()) % end; };
      const Otf2Channel channel{any(3), any(3), any(2), any(tags)};
      const Key key{channel.sender, channel.receiver, channel.communicator, channel.tag};
      // First mostly sends, then mostly receives.
      const bool is_sent = any(10) < (i % 8000 < 4000 ? 7U : 3U);
      Otf2Half half;
      half.size = i;
      Otf2Half other;
      auto& others = expected[is_sent ? 0 : 1][key];
      ASSERT_EQ(waiting.take_other(channel, is_sent, half, other), !others.empty());
      if (others.empty()) {
        expected[is_sent ? 1 : 0][key].push_back(i);
        ++counts[is_sent ? 1 : 0];
      } else {
        ASSERT_EQ(other.size, others.front());
        others.pop_front();
        --counts[is_sent ? 0 : 1];
      }
      ASSERT_EQ(waiting.count(true), counts[1]);
      ASSERT_EQ(waiting.count(false), counts[0]);
    }
  }
}

// `count` operations, `late` of a hundred of them late, many of one time.
void test_sorting(std::size_t count, uint32_t late, unsigned threads, std::mt19937& random) {
  std::vector<Operation> operations(count);
  double now = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    now += static_cast<double>(random() % 2);
    // As far back as the first of all, too: then most after it are late as well.
    const double back = random() % 4 == 0 ? now : static_cast<double>(random() % 20);
    operations[i].time = random() % 100 < late ? now - back : now;
    operations[i].subject = static_cast<uint32_t>(i);
  }
  auto expected = operations;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const Operation& a, const Operation& b) { return a.time < b.time; });
  const paje::PodVector<uint32_t> order = sort_operations(operations, threads);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& operation = operations[order.empty() ? i : order[i]];
    ASSERT_EQ(operation.time, expected[i].time);
    ASSERT_EQ(operation.subject, expected[i].subject);
  }
}

// From none that are late to all.
TEST(SortOperations, IsStable) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    const uint32_t late = static_cast<uint32_t>(random()) % 101;
    test_sorting(random() % 300, late, 1 + round % 3U, random);
  }
  for (const std::size_t count : {65535, 65536, 65537, 300'000}) {
    for (const uint32_t late : {0, 30, 90, 100}) test_sorting(count, late, 3, random);
  }
}

// Tracks one after the other, some of one time all along.
TEST(SortOperations, FindsTheOrderOfTracks) {
  std::mt19937 random(2);
  for (const std::size_t tracks : {10, 70, 500}) {
    std::vector<Operation> operations;
    for (std::size_t track = 0; track < tracks; ++track) {
      double now = 0;
      for (std::size_t i = 0; i < 200'000 / tracks; ++i) {
        if (track % 3 != 0) now += static_cast<double>(random() % 3);
        operations.emplace_back().time = now;
        operations.back().subject = static_cast<uint32_t>(operations.size());
      }
    }
    const paje::PodVector<uint32_t> order = sort_operations(operations, 2);
    ASSERT_EQ(order.size(), operations.size());
    for (std::size_t i = 1; i < order.size(); ++i) {
      const Operation& before = operations[order[i - 1]];
      const Operation& after = operations[order[i]];
      ASSERT_TRUE(before.time < after.time ||
                  (before.time == after.time && before.subject < after.subject));
    }
  }
}

}  // namespace
