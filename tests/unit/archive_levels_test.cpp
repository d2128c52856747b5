// Levels of detail: they come back, are what rows look like from afar, and a trace that is made of
// them has the times of the trace they are of. No block is read for them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "archive/level_maker.hpp"
#include "archive_damage.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/levels.hpp"
#include "paje/archive.hpp"
#include "paje/overview.hpp"
#include "paje/read.hpp"
#include "paje/state_sums.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

using archive::Index;
using archive::kOtherValues;
using archive::Lane;
using archive::Levels;
using archive::RowKind;
using archive::SegmentLevel;
using archive::test::below;
using archive::test::is_damaged;
using archive::test::Random;

constexpr uint64_t kValues = 40;

std::vector<Lane> random_lanes(Random& random, RowKind kind) {
  std::vector<Lane> lanes;
  if (kind == RowKind::variable) {
    for (uint32_t lane = 0; lane < 4; ++lane) lanes.push_back({lane, kOtherValues});
    return lanes;
  }
  for (uint32_t depth = 0; depth < (kind == RowKind::state ? 3U : 1U); ++depth) {
    for (uint32_t value = 0; value < kValues; ++value) {
      if (below(random, 10) == 0) lanes.push_back({depth, value});
    }
    if (lanes.empty() || below(random, 2) == 0) lanes.push_back({depth, kOtherValues});
  }
  return lanes;
}

SegmentLevel random_level(Random& random, RowKind kind) {
  SegmentLevel level;
  level.cells = static_cast<uint32_t>(below(random, 9));
  if (level.cells == 0) return level;
  level.exponent = static_cast<int32_t>(below(random, 60)) - 30;
  level.first = static_cast<int64_t>(below(random, 2000)) - 1000;
  level.lanes = random_lanes(random, kind);
  if (kind == RowKind::variable) {
    level.low = archive::test::any_decimal(random);
    level.high = level.low + static_cast<double>(below(random, 5));
  }
  for (std::size_t i = 0; i < level.lanes.size() * level.cells; ++i) {
    level.shares.push_back(static_cast<uint8_t>(random()));
  }
  return level;
}

struct Made {
  Index index;
  Levels levels;
};

Made random_levels(Random& random) {
  Made made;
  for (uint64_t blocks = 1 + below(random, 6); blocks > 0; --blocks) {
    auto& block = made.index.blocks.emplace_back();
    block.kind = static_cast<RowKind>(1 + below(random, 4));
    auto& levels = made.levels.of_block.emplace_back();
    for (uint64_t segments = 1 + below(random, 4); segments > 0; --segments) {
      block.segments.push_back({0, 0, 8 + static_cast<uint32_t>(below(random, 100))});
      if (block.kind != RowKind::link) levels.push_back(random_level(random, block.kind));
    }
  }
  for (uint64_t late = below(random, 4); late > 0; --late) {
    made.index.late.push_back({});
    made.levels.late.push_back({archive::test::any_decimal(random),
                                static_cast<uint32_t>(below(random, kValues)),
                                static_cast<uint32_t>(below(random, 5))});
  }
  return made;
}

std::string section_of(const Made& made) {
  std::string raw;
  archive::write_levels(made.index.blocks, made.levels, raw);
  return raw;
}

Levels back(const Index& index, const std::string& raw) {
  return archive::read_levels(archive::ByteReader(raw, 0), index, kValues);
}

TEST(ArchiveLevels, ComeBack) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Made made = random_levels(random);
    const Levels read = back(made.index, section_of(made));
    EXPECT_EQ(read.of_block, made.levels.of_block);
    EXPECT_EQ(read.late, made.levels.late);
  }
}

TEST(ArchiveLevels, DamageIsOrderly) {
  Random random(2);
  for (int round = 0; round < 10; ++round) {
    const Made made = random_levels(random);
    archive::test::expect_orderly_end(section_of(made), random,
                                      [&](const std::string& raw) { back(made.index, raw); });
  }
}

template <class Change>
bool is_refused(RowKind kind, Change&& change) {
  Made made;
  auto& block = made.index.blocks.emplace_back();
  block.kind = kind;
  block.segments.push_back({0, 0, 100});
  SegmentLevel level{2, -3, 5, 0, 0, {{0, 1}, {0, 7}, {1, kOtherValues}}, {1, 2, 3, 4, 5, 6}};
  if (kind == RowKind::event) level.lanes[2].depth = 0;
  if (kind == RowKind::variable) {
    level.lanes.clear();
    for (uint32_t lane = 0; lane < 4; ++lane) level.lanes.push_back({lane, kOtherValues});
    level.shares.assign(8, 0);
    level.high = 1;
  }
  change(level);
  made.levels.of_block.push_back({level});
  const std::string raw = section_of(made);
  return is_damaged([&] { back(made.index, raw); });
}

TEST(ArchiveLevels, WhatCannotBeIsRefused) {
  for (const RowKind kind : {RowKind::state, RowKind::variable, RowKind::event}) {
    EXPECT_FALSE(is_refused(kind, [](SegmentLevel&) {}));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.exponent = 961; }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.exponent = -961; }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.first = int64_t{1} << 52U; }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.first = -(int64_t{1} << 53U); }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.lanes.clear(); }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.lanes[1] = level.lanes[0]; }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.shares.pop_back(); }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) { level.shares.push_back(1); }));
    EXPECT_TRUE(is_refused(kind, [](SegmentLevel& level) {
      level.cells = 101;
      level.shares.resize(level.lanes.size() * 101);
    }));
  }
  EXPECT_TRUE(is_refused(RowKind::state, [](SegmentLevel& level) { level.lanes[1].value = 40; }));
  EXPECT_TRUE(is_refused(RowKind::event, [](SegmentLevel& level) { level.lanes[2].depth = 1; }));
  EXPECT_TRUE(is_refused(RowKind::variable, [](SegmentLevel& level) { level.low = 2; }));
  EXPECT_TRUE(is_refused(RowKind::variable, [](SegmentLevel& level) { level.high = INFINITY; }));
  EXPECT_TRUE(is_refused(RowKind::variable, [](SegmentLevel& level) { level.lanes[0].value = 3; }));
}

// Rows as columns.
struct States {
  std::vector<double> start, end;
  std::vector<uint32_t> value, depth;

  void add(double from, double to, uint32_t what, uint32_t around = 0) {
    start.push_back(from);
    end.push_back(to);
    value.push_back(what);
    depth.push_back(around);
  }
  [[nodiscard]] StateSpans spans() const { return {start, end, value, depth}; }
};

TEST(ArchiveLevels, HalfOfEachCellIsHalfOfTheTime) {
  States states;
  for (int i = 0; i < 256; ++i) states.add(i, i + 0.5, 3);
  const SegmentLevel level = level_of(states.spans());
  // Of 256 rows at most 4 cells: 64 seconds each.
  EXPECT_EQ(level.exponent, 6);
  EXPECT_EQ(level.first, 0);
  EXPECT_EQ(level.lanes, (std::vector<Lane>{{0, 3}}));
  EXPECT_EQ(level.shares, (std::vector<uint8_t>{128, 128, 128, 128}));
}

TEST(ArchiveLevels, StatesAreCutAtEdges) {
  States states;
  for (int i = 0; i < 128; ++i) states.add(-2 + i / 128.0, -2 + (i + 1) / 128.0, 1);
  states.add(-1, 0.5, 0);
  states.add(-1, -0.5, 2, 1);
  // 130 rows have at most 2 cells, and 2 seconds before 0 and half a second after it are two.
  const SegmentLevel level = level_of(states.spans());
  EXPECT_EQ(level.exponent, 1);
  EXPECT_EQ(level.first, -1);
  EXPECT_EQ(level.lanes, (std::vector<Lane>{{0, 0}, {0, 1}, {1, 2}}));
  // Half of the first second's cell, a quarter of the second's; 63.75 is rounded.
  EXPECT_EQ(level.shares, (std::vector<uint8_t>{128, 64, 128, 0, 64, 0}));
}

TEST(ArchiveLevels, WhatIsRareIsSeen) {
  States states;
  for (int i = 0; i < 64; ++i) states.add(i, i + (i == 9 ? 0.01 : 1), i == 9 ? 1 : 0);
  states.add(63.5, 63.5, 2);  // takes no time
  const SegmentLevel level = level_of(states.spans());
  // 63 seconds of 128 are 125.5 of 255.
  EXPECT_EQ(level.shares, (std::vector<uint8_t>{126, 1, 0}));
}

TEST(ArchiveLevels, FewRowsAndOddTimesHaveNone) {
  States few, odd;
  for (int i = 0; i < 63; ++i) few.add(i, i + 1, 0);
  EXPECT_EQ(level_of(few.spans()).cells, 0U);
  few.add(63, 64, 0);
  EXPECT_EQ(level_of(few.spans()).cells, 1U);
  odd = few;
  odd.end.back() = NAN;
  EXPECT_EQ(level_of(odd.spans()).cells, 0U);
  odd.end.back() = INFINITY;
  EXPECT_EQ(level_of(odd.spans()).cells, 0U);
}

TEST(ArchiveLevels, OneTimeHasOneCell) {
  for (const double time : {0.0, -0.0, 1e300, -1e300, 5e-324, 1.5, -7.25}) {
    States states;
    for (int i = 0; i < 1000; ++i) states.add(time, time, 0);
    EXPECT_EQ(level_of(states.spans()).cells, 1U) << time;
  }
}

TEST(ArchiveLevels, ManyValuesShareLanes) {
  States states;
  for (int i = 0; i < 6400; ++i) {
    states.add(i, i + 1, i % 2 == 0 ? 7 : 100 + static_cast<uint32_t>(i) % 50);
  }
  const SegmentLevel level = level_of(states.spans());
  ASSERT_EQ(level.lanes.size(), 16U);
  EXPECT_EQ(level.lanes.front(), (Lane{0, 7}));
  EXPECT_EQ(level.lanes.back(), (Lane{0, kOtherValues}));
  // All full cells are full: what has no lane of its own is among the others.
  for (uint32_t cell = 0; cell + 1 < level.cells; ++cell) {
    int sum = 0;
    for (std::size_t lane = 0; lane < 16; ++lane) sum += level.shares[lane * level.cells + cell];
    EXPECT_NEAR(sum, 255, 16);
  }
}

TEST(ArchiveLevels, EventsAreCounted) {
  std::vector<double> times;
  std::vector<uint32_t> values;
  for (int i = 0; i < 600; ++i) {
    times.push_back(i < 500 ? 0.25 : i * 0.01);
    values.push_back(static_cast<uint32_t>(i) % 2);
  }
  const SegmentLevel level = level_of(EventSpans{times, values});
  EXPECT_EQ(level.cells, 6U);  // of a second each
  EXPECT_EQ(level.shares, (std::vector<uint8_t>{250, 0, 0, 0, 0, 50, 250, 0, 0, 0, 0, 50}));
}

TEST(ArchiveLevels, VariablesHaveFourLanes) {
  std::vector<double> starts, ends, values;
  const auto add = [&](double start, double end, double value) {
    starts.push_back(start);
    ends.push_back(end);
    values.push_back(value);
  };
  for (int i = 0; i < 64; ++i) add(i / 64.0, (i + 1) / 64.0, i < 48 ? 0 : 10);
  for (int i = 0; i < 128; ++i) add(2 + i / 256.0, 2 + (i + 1) / 256.0, 4);
  const SegmentLevel level = level_of(VariableSpans{starts, ends, values});
  EXPECT_EQ(level.exponent, 0);
  EXPECT_EQ(level.low, 0);
  EXPECT_EQ(level.high, 10);
  // Nothing in the second cell. The mean of the first is a quarter of 10.
  EXPECT_EQ(level.shares,
            (std::vector<uint8_t>{0, 255, 102, 255, 0, 102, 64, 0, 102, 255, 0, 102}));
}

// States of some values, nested, and one that is open from the first slice to the last; events, a
// variable, links.
std::string long_trace() {
  std::string text =
      std::string(kHeader) + "0 R 0 Rank\n2 S R State\n1 V R Power\n3 E R Mark\n4 L 0 R R Link\n";
  for (const char* rank : {"a", "b"})
    text += fmt::format("6 0 {} R 0 {}\n12 0 S {} main\n", rank, rank, rank);
  Random random(3);
  for (int i = 1; i < 6000; ++i) {
    const char* const rank = below(random, 3) == 0 ? "a" : "b";
    const double time = i * 0.1;
    text += fmt::format("12 {} S {} v{}\n", time, rank, below(random, 3));
    text += fmt::format("13 {} S {}\n", time + 0.02 * static_cast<double>(below(random, 5)), rank);
    if (i % 2 == 0) text += fmt::format("8 {} V a {}\n", time + 0.09, i % 100);
    if (i % 3 == 0) text += fmt::format("17 {} E b e{} -\n", time + 0.09, i % 4);
  }
  for (const char* rank : {"a", "b"}) text += fmt::format("13 700 S {}\n", rank);
  return text;
}

std::string archive_of(const std::string& text, uint64_t slice_rows) {
  std::string bytes;
  ArchiveOptions options;
  options.slice_rows = slice_rows;
  ReadOptions read;
  read.chunk_bytes = 4096;
  write_archive(Input::from_memory(text), read, options,
                {[&](std::string_view more) { bytes += more; }, [&] { bytes.clear(); }});
  return bytes;
}

using Totals = std::map<std::pair<uint32_t, std::string>, double>;
Totals totals_of(const Trace& trace) {
  Totals totals;
  for (std::size_t i = 0; i < trace.states().start.size(); ++i) {
    const ValueId value = trace.states().value[i];
    totals[{trace.states().depth[i], std::string(trace[value].name.text)}] +=
        trace.states().end[i] - trace.states().start[i];
  }
  return totals;
}

// Of `count` events whose `values` values are equally frequent.
void expect_some_events_of_each_value(const Trace& coarse, std::size_t count, std::size_t values,
                                      uint32_t most_cells) {
  std::map<uint32_t, double> counts;
  double before = -1;
  for (std::size_t i = 0; i < coarse.events().time.size(); ++i) {
    ++counts[coarse.events().value[i].index];
    EXPECT_LT(before, coarse.events().time[i]);
    before = coarse.events().time[i];
  }
  const std::size_t all = coarse.events().time.size();
  EXPECT_LE(all, std::min<std::size_t>(count, 4 * std::size_t{most_cells}) + values);
  ASSERT_EQ(counts.size(), values);
  const double mean = static_cast<double>(all) / static_cast<double>(values);
  for (const auto& [value, number] : counts) EXPECT_NEAR(number, mean, 2 + mean / 10) << value;
}

TEST(ArchiveLevels, ACoarseTraceHasTheSameTimes) {
  const std::string text = long_trace();
  const Trace exact = read_trace(Input::from_memory(text));
  const Totals expected = totals_of(exact);
  for (const uint64_t slice_rows : {uint64_t{1000}, uint64_t{1} << 20U}) {
    const std::string bytes = archive_of(text, slice_rows);
    for (const uint32_t most : {16U, 200U, 100000U}) {
      auto overview = read_overview(Input::from_memory(bytes));
      ASSERT_TRUE(overview);
      EXPECT_EQ(overview->bounds->first_start, 0);
      EXPECT_EQ(overview->bounds->last_end, 700);
      const Trace coarse = coarse_trace(std::move(*overview), most);
      EXPECT_EQ(coarse.tracks().size(), exact.tracks().size());
      const Totals totals = totals_of(coarse);
      ASSERT_EQ(totals.size(), expected.size());
      for (const auto& [key, seconds] : expected) {
        // Rows of a slice that are too few for cells are missing, and shares are rounded.
        EXPECT_NEAR(totals.at(key), seconds, 0.04 * seconds) << key.second << most << slice_rows;
      }
      expect_some_events_of_each_value(coarse, 2000, 4, most);
      EXPECT_FALSE(coarse.variables().value.empty());
    }
  }
}

TEST(ArchiveLevels, ReadNoBlock) {
  std::string bytes = archive_of(long_trace(), 1000);
  const uint64_t end = archive::File(bytes).end_of_blocks();
  for (uint64_t i = archive::kHeaderBytes; i < end; ++i) bytes[i] = 'x';
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("paje-levels-{}", ::getpid())).string();
  const auto write = [&](std::string_view all) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << all;
  };
  write(bytes);
  const Input input = Input::from_path(path);
  const auto overview = read_overview(input);
  ASSERT_TRUE(overview);
  EXPECT_EQ(overview->tracks.size(), 4U);
  EXPECT_THROW((void)read_trace(input), TraceError);
  write(bytes.substr(0, bytes.size() - 1));
  EXPECT_THROW((void)read_overview(input), TraceError);
  write("%EventDef PajeDefineContainerType 1\n");
  EXPECT_FALSE(read_overview(input));
  std::filesystem::remove(path);
}

TEST(ArchiveLevels, ShortTracksHaveNoOverview) {
  const std::string text =
      std::string(kHeader) + "0 R 0 Rank\n2 S R State\n6 0 a R 0 a\n12 1 S a v\n13 2 S a\n";
  const std::string bytes = archive_of(text, 1000);
  EXPECT_FALSE(archive::File(bytes).has(archive::Section::levels));
  EXPECT_FALSE(read_overview(Input::from_memory(bytes)));
}

}  // namespace
}  // namespace paje::testing
