// Sums of states in the index of an archive: they come back, are those of the rows, also of states
// that end long after their rows were written, and no block is read for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "archive_damage.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/sums.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"
#include "paje/state_sums.hpp"
#include "paje/time_bounds.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

using archive::TrackSums;
using archive::ValueSums;
using archive::test::below;
using archive::test::is_damaged;
using archive::test::Random;

archive::SumParts random_parts(Random& random) {
  ExactSum sum;
  for (uint64_t count = below(random, 4); count > 0; --count) {
    sum.add(archive::test::any_decimal(random));
  }
  return sum.parts();
}

std::vector<TrackSums> random_sums(Random& random) {
  std::vector<TrackSums> all;
  uint32_t track = 0;
  for (uint64_t tracks = below(random, 20); tracks > 0; --tracks) {
    TrackSums& sums = all.emplace_back();
    sums.track = track += 1 + static_cast<uint32_t>(below(random, 5));
    uint32_t value = static_cast<uint32_t>(below(random, 3));
    for (uint64_t values = 1 + below(random, 6); values > 0; --values) {
      const double shortest = archive::test::any_decimal(random);
      sums.values.push_back({value, 1 + below(random, 1000), random_parts(random),
                             random_parts(random), shortest, shortest + 1});
      value += 1 + static_cast<uint32_t>(below(random, 300));
    }
  }
  return all;
}

std::string section_of(const std::vector<TrackSums>& sums) {
  std::string raw;
  archive::write_sums(sums, raw);
  return raw;
}

std::vector<TrackSums> back(const std::string& raw) {
  return archive::read_sums(archive::ByteReader(raw, 0));
}

TEST(ArchiveSums, ComeBack) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const std::vector<TrackSums> sums = random_sums(random);
    EXPECT_EQ(back(section_of(sums)), sums);
  }
}

TEST(ArchiveSums, DamageIsOrderly) {
  Random random(2);
  for (int round = 0; round < 10; ++round) {
    archive::test::expect_orderly_end(section_of(random_sums(random)), random, back);
  }
}

template <class Change>
bool is_refused(Change&& change) {
  std::vector<TrackSums> sums = {{2, {{1, 3, {1.5}, {}, 0, 1}, {4, 1, {2, 1e-20}, {0.5}, 2, 2}}},
                                 {5, {{0, 9, {}, {}, 0, 0}}}};
  change(sums);
  const std::string raw = section_of(sums);
  return is_damaged([&] { back(raw); });
}

TEST(ArchiveSums, WhatCannotBeIsRefused) {
  using Sums = std::vector<TrackSums>;
  EXPECT_FALSE(is_refused([](Sums&) {}));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[1].track = 2; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[1].values.clear(); }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[1].value = 1; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[1].count = 0; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[0].shortest = 2; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[0].longest = INFINITY; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[0].inclusive = {NAN}; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[0].inclusive = {0}; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[1].inclusive = {2, 1}; }));
  EXPECT_TRUE(is_refused([](Sums& sums) { sums[0].values[1].inside = {1e-20, 0.5}; }));
}

// What is around two tracks of many rows is open from the first to the last; a third is short.
std::string long_trace() {
  std::string text = std::string(kHeader) + "0 R 0 Rank\n2 S R State\n2 T R Other\n";
  for (const char* rank : {"a", "b", "c"}) text += fmt::format("6 0 {} R 0 {}\n", rank, rank);
  for (const char* rank : {"a", "b"}) {
    for (const char* value : {"main", "loop"}) text += fmt::format("12 0 S {} {}\n", rank, value);
  }
  Random random(3);
  for (int i = 1; i < 12'000; ++i) {
    const char* const rank = below(random, 3) == 0 ? "a" : "b";
    text += fmt::format("12 {} S {} v{}\n", i * 0.1, rank, below(random, 3));
    if (i % 3 == 0)
      text += fmt::format("12 {} S {} loop\n13 {} S {}\n", i * 0.1, rank, i * 0.1 + 1.0 / 30, rank);
    text += fmt::format("13 {} S {}\n", i * 0.1 + 0.07, rank);
    if (i % 100 == 0) text += fmt::format("11 {} T c v{}\n", i * 0.1, i % 7);
  }
  for (const char* rank : {"a", "b"}) text += fmt::format("13 1300 S {}\n", rank);
  return text;
}

std::string archive_of(const std::string& text, uint64_t slice_rows) {
  std::string bytes;
  ReadOptions options;
  options.chunk_bytes = 256;
  write_archive(Input::from_memory(text), options, {.slice_rows = slice_rows},
                {.write = [&](std::string_view more) { bytes += more; }, .restart = [] {}});
  return bytes;
}

Trace read(const std::string& bytes) {
  ReadOptions options;
  options.on_demand = true;
  return read_trace(Input::from_memory(bytes), options);
}

// Of the rows of a track, without any of the code that adds up.
struct Expected {
  uint64_t count = 0;
  std::vector<double> durations, inside;
};

std::vector<Expected> expected_sums(const Trace& trace, const Track& track) {
  std::vector<Expected> all(trace.values().size());
  const StateColumns states = trace.states();
  for (uint64_t row = track.first; row < track.last; ++row) {
    const double duration = states.end[row] - states.start[row];
    Expected& own = all[states.value[row].index];
    ++own.count;
    own.durations.push_back(duration);
    // The last state before that is one level up.
    for (uint64_t around = row; around > track.first && states.depth[row] > 0;) {
      if (states.depth[--around] + 1 != states.depth[row]) continue;
      all[states.value[around].index].inside.push_back(duration);
      break;
    }
  }
  return all;
}

void expect_sums(const Trace& whole, const std::vector<StateSum>& sums, const Track& track) {
  std::vector<Expected> expected = expected_sums(whole, track);
  for (const StateSum& sum : sums) {
    Expected& own = expected[sum.value.index];
    EXPECT_EQ(sum.count, own.count);
    EXPECT_EQ(sum.inclusive.parts(), ExactSum::of(own.durations).parts());
    EXPECT_EQ(sum.inside.parts(), ExactSum::of(own.inside).parts());
    EXPECT_EQ(sum.shortest, *std::min_element(own.durations.begin(), own.durations.end()));
    EXPECT_EQ(sum.longest, *std::max_element(own.durations.begin(), own.durations.end()));
    own.count = 0;
  }
  for (const Expected& rest : expected) EXPECT_EQ(rest.count, 0U);
}

TEST(ArchiveSums, AreThoseOfTheRows) {
  const std::string text = long_trace();
  const Trace whole = read_trace(Input::from_memory(text));
  for (const uint64_t slice_rows : {1'000'000U, 3000U, 50U}) {
    std::string bytes = archive_of(text, slice_rows);
    const archive::File file(bytes);
    ASSERT_TRUE(file.has(archive::Section::sums));
    const uint64_t end = file.end_of_blocks();
    std::fill(bytes.begin() + archive::kHeaderBytes,
              bytes.begin() + static_cast<std::ptrdiff_t>(end), '\0');
    const Trace stored = read(bytes);
    std::size_t known = 0;
    for (const Track& track : whole.tracks()) {
      expect_sums(whole, sum_states(whole, track), track);
      if (track.size() < 1000) continue;
      expect_sums(whole, sum_states(stored, track), track);
      ++known;
    }
    EXPECT_EQ(known, 2U);
    const auto bounds = time_bounds(stored, TypeKind::state);
    ASSERT_TRUE(bounds);
    EXPECT_EQ(bounds->first_start, 0);
    EXPECT_EQ(bounds->last_end, *whole.end_time());
  }
}

// Few rows for each value are quicker to read than sums of them would be.
TEST(ArchiveSums, AreOfManyRowsOnly) {
  std::string text = std::string(kHeader) + "0 R 0 Rank\n2 S R State\n6 0 a R 0 a\n";
  for (int i = 0; i < 2000; ++i) text += fmt::format("11 {} S a v{}\n", i, i % 4);
  const std::string bytes = archive_of(text, 1'000'000);
  EXPECT_FALSE(archive::File(bytes).has(archive::Section::sums));
  const Trace whole = read_trace(Input::from_memory(text));
  const Trace stored = read(bytes);
  for (const Track& track : whole.tracks()) expect_sums(whole, sum_states(stored, track), track);
}

}  // namespace
}  // namespace paje::testing
