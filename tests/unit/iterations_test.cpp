// Iterations against values found on paper, and the fast search against its definition.
#include "paje/iterations.hpp"

#include <gtest/gtest.h>
#include <array>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>

#include "analysis/equal_places.hpp"
#include "small_run.hpp"

namespace paje::testing {
namespace {

Iterations iterations(const SmallRun& run, const IterationOptions& options = {},
                      unsigned threads = 2) {
  return find_iterations(run.graph(threads), options);
}

// Both ranks compute (a for a second, b for a half) and meet in an Allreduce that ends half a
// second after a comes. In iteration `odd`, a computes twice as long.
SmallRun simple_loop(int count, int odd) {
  SmallRun run;
  double now = 0;
  for (const char* rank : {"a", "b"}) run.state(rank, 0, 0, "MPI_Init");
  for (int i = 0; i < count; ++i) {
    const double work = i == odd ? 2 : 1;
    run.state("a", now, now + work, "work")
        .state("a", now + work, now + work + 0.5, "MPI_Allreduce");
    run.state("b", now, now + 0.5, "work").state("b", now + 0.5, now + work + 0.5, "MPI_Allreduce");
    now += work + 0.5;
  }
  return run;
}

TEST(Iterations, AreFoundWithTheOddOneAndItsReason) {
  const Iterations found = iterations(simple_loop(6, 4));
  EXPECT_EQ(found.count, 6u);
  EXPECT_EQ(found.agreeing, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(found.tracks[0].period, 2u);
  EXPECT_EQ(found.tracks[0].first_place, 1u);
  EXPECT_DOUBLE_EQ(found.tracks[0].score, 10.0 / 11);
  ASSERT_EQ(found.table.size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_DOUBLE_EQ(found.table[i].length, i == 4 ? 2.5 : 1.5) << i;
  EXPECT_DOUBLE_EQ(found.table[4].start, 6);
  EXPECT_DOUBLE_EQ(found.table[4].end, 8.5);
  EXPECT_DOUBLE_EQ(found.typical, 1.5);
  ASSERT_EQ(found.outliers.size(), 1u);
  EXPECT_EQ(found.outliers[0].iteration, 4u);
  EXPECT_EQ(found.outliers[0].track, 0u);
  EXPECT_DOUBLE_EQ(found.outliers[0].excess, 1);
  // Values: '', MPI_Init, work, MPI_Allreduce in the order of the trace.
  EXPECT_EQ(found.outliers[0].value, 2u);
  EXPECT_DOUBLE_EQ(found.seconds_of(4)[2], 1.25);
  EXPECT_DOUBLE_EQ(found.seconds_of(4)[3], 1.25);
}

TEST(Iterations, TimeThatNoStateCoversIsNoPlace) {
  SmallRun run;
  for (int i = 0; i < 5; ++i) {
    run.state("a", 10 * i, 10 * i + 3, "x");
    // In every other iteration y follows x at once.
    run.state("a", 10 * i + (i % 2 == 0 ? 3 : 4), 10 * i + 8, "y");
  }
  const Iterations found = iterations(run);
  ASSERT_EQ(found.count, 5u);
  EXPECT_EQ(found.tracks[0].period, 2u);
  EXPECT_DOUBLE_EQ(found.table[1].start, 10);
  EXPECT_DOUBLE_EQ(found.table[1].end, 20);
  EXPECT_DOUBLE_EQ(found.table[1].length, 10);
  EXPECT_DOUBLE_EQ(found.seconds_of(1)[0], 3) << "1 within its pieces, 2 up to the next iteration";
  EXPECT_DOUBLE_EQ(found.seconds_of(0)[0], 2);
  EXPECT_DOUBLE_EQ(found.table[4].end, 48) << "the last one ends with its last place";
  EXPECT_DOUBLE_EQ(found.seconds_of(4)[0], 0);
}

// Calls of MPI only, as recorders write them: what the program computes is between them, here for a
// second, and once for three.
TEST(Iterations, ComputingWithoutAStateMakesAnOutlier) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 8; ++i) {
    run.state("a", now, now + 0.5, "MPI_Recv").state("a", now + 0.5, now + 1, "MPI_Send");
    now += i == 5 ? 4 : 2;
  }
  const Iterations found = iterations(run);
  ASSERT_EQ(found.count, 8u);
  EXPECT_DOUBLE_EQ(found.typical, 2);
  ASSERT_EQ(found.outliers.size(), 1u);
  EXPECT_EQ(found.outliers[0].iteration, 5u);
  EXPECT_DOUBLE_EQ(found.table[5].length, 4);
  EXPECT_EQ(found.outliers[0].value, 0u) << "time that no state covers";
  EXPECT_DOUBLE_EQ(found.outliers[0].excess, 2);
}

// Three times x x x x y: period 5, and the loop of the x in it.
TEST(Iterations, LoopsInLoopsAreLevels) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 30; ++i, ++now) run.state("a", now, now + 1, i % 5 == 4 ? "y" : "x");
  const Iterations found = iterations(run);
  EXPECT_EQ(found.count, 6u);
  ASSERT_EQ(found.tracks[0].levels.size(), 2u);
  EXPECT_EQ(found.tracks[0].levels[0].period, 1u);
  EXPECT_DOUBLE_EQ(found.tracks[0].levels[0].score, 18.0 / 29);
  EXPECT_EQ(found.tracks[0].levels[1].period, 5u);
  EXPECT_DOUBLE_EQ(found.tracks[0].levels[1].score, 1);

  IterationOptions inner;
  inner.level = 1;
  EXPECT_EQ(iterations(run, inner).tracks[0].period, 1u);
  EXPECT_EQ(iterations(run, inner).count, 4u) << "the longest run of x";
  inner.level = 9;
  EXPECT_THROW((void)iterations(run, inner), std::invalid_argument);
  inner.level = 2;
  EXPECT_EQ(iterations(run, inner).count, 6u) << "the outermost";
  IterationOptions chosen;
  chosen.period = 10;
  EXPECT_EQ(iterations(run, chosen).count, 3u);
  chosen.period = 16;
  EXPECT_EQ(iterations(run, chosen).count, 0u) << "there are no two of that";
}

TEST(Iterations, NothingRepeats) {
  SmallRun run;
  std::mt19937_64 random(7);
  double now = 0;
  for (int i = 0; i < 2000; ++i, now += 2) {
    run.state("a", now, now + 1, "work");
    run.state("a", now + 1, now + 2, std::string("MPI_") + "ABCD"[random() % 4]);
  }
  const Iterations found = iterations(run);
  EXPECT_EQ(found.count, 0u);
  EXPECT_TRUE(found.table.empty());
  EXPECT_EQ(found.tracks[0].period, 0u);
  EXPECT_EQ(iterations(SmallRun()).count, 0u);
}

TEST(Iterations, MostTracksAgree) {
  SmallRun run;
  for (int i = 0; i < 10; ++i) {
    run.state("a", i, i + 0.5, "x").state("a", i + 0.5, i + 1, "y");
    if (i < 7) run.state("b", i, i + 1, "x");
  }
  const Iterations found = iterations(run);
  EXPECT_EQ(found.count, 10u) << "of equally many the first track's";
  EXPECT_EQ(found.agreeing, std::vector<uint32_t>{0});
  EXPECT_EQ(found.tracks[1].count, 7u);
  EXPECT_TRUE(found.tracks[1].starts.empty());
}

TEST(Iterations, DriftIsTheDifferenceOverHalfTheRun) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 10; ++i) {
    const double length = i < 5 ? 1 : 1.25;
    run.state("a", now, now + length / 2, "x").state("a", now + length / 2, now + length, "y");
    now += length;
  }
  const Iterations found = iterations(run);
  EXPECT_DOUBLE_EQ(found.typical, 1.125);
  EXPECT_DOUBLE_EQ(found.drift, 0.25);
  EXPECT_TRUE(found.outliers.empty());
}

TEST(Iterations, OutliersAreNoDrift) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 20; ++i) {
    const double length = i >= 10 && i < 15 ? 2 : 1;
    run.state("a", now, now + length / 2, "x").state("a", now + length / 2, now + length, "y");
    now += length;
  }
  const Iterations found = iterations(run);
  EXPECT_EQ(found.outliers.size(), 5u);
  EXPECT_DOUBLE_EQ(found.drift, 0);
}

TEST(Iterations, LengthsThatAlternateAreNoDrift) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 15; ++i) {
    const double length = std::array{7.0, 7.0, 7.95, 15.0, 42.0}[static_cast<std::size_t>(i) % 5];
    run.state("a", now, now + length / 2, "x").state("a", now + length / 2, now + length, "y");
    now += length;
  }
  EXPECT_DOUBLE_EQ(iterations(run).drift, 0);
}

TEST(Iterations, OneMorePieceThanUsualIsAllExcess) {
  SmallRun run;
  double now = 0;
  for (int i = 0; i < 10; ++i) {
    const double end = now + (i == 5 ? 7 : 2);
    run.state("a", now, now + 1, "x").state("a", now + 1, end, "MPI_Barrier");
    run.state("b", now, now + 1, "x");
    if (i == 5) run.state("b", now + 1, now + 2, "write").state("b", now + 2, end, "x");
    run.state("b", i == 5 ? end : now + 1, end, "MPI_Barrier");
    now = end;
  }
  const Iterations found = iterations(run);
  ASSERT_EQ(found.outliers.size(), 1u);
  EXPECT_EQ(found.outliers[0].track, 1u);
  EXPECT_DOUBLE_EQ(found.outliers[0].excess, 5);
}

TEST(Iterations, MarkersThatBegin) {
  SmallRun run;
  for (int i = 0; i < 3; ++i) {
    run.state("a", 4 * i, 4 * i, "begin").state("a", 4 * i, 4 * i + 3, std::string(1, "xyz"[i]));
  }
  IterationOptions options;
  options.marker = "begin";
  const Iterations found = iterations(run, options);
  ASSERT_EQ(found.count, 3u);
  EXPECT_DOUBLE_EQ(found.table[0].end, 4);
  EXPECT_DOUBLE_EQ(found.table[2].start, 8);
  EXPECT_DOUBLE_EQ(found.table[2].end, 11);
  options.marker = "nothing";
  EXPECT_THROW((void)iterations(run, options), std::invalid_argument);
}

TEST(Iterations, MarkersAround) {
  SmallRun run;
  for (int i = 0; i < 3; ++i) {
    run.push("a", 4 * i, "step").state("a", 4 * i + 1, 4 * i + 2, "step").pop("a", 4 * i + 3);
  }
  IterationOptions options;
  options.marker = "step";
  const Iterations found = iterations(run, options);
  ASSERT_EQ(found.count, 3u) << "a step in a step is no other one";
  EXPECT_DOUBLE_EQ(found.table[1].start, 4);
  EXPECT_DOUBLE_EQ(found.table[1].end, 7);
  EXPECT_DOUBLE_EQ(found.table[1].length, 3);
}

TEST(Iterations, DoNotDependOnThreads) {
  const SmallRun run = simple_loop(50, 20);
  const Iterations one = iterations(run, {}, 1), four = iterations(run, {}, 4);
  EXPECT_EQ(one.seconds, four.seconds);
  EXPECT_EQ(one.drift, four.drift);
  EXPECT_EQ(one.tracks[1].starts, four.tracks[1].starts);
}

template <class T>
void compare_with_definition(uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < 60; ++round) {
    std::vector<T> values(random() % (round % 10 == 0 ? 40000 : 700) + 2);
    const uint64_t kinds = random() % 3 + 1;
    for (T& value : values) value = static_cast<T>(random() % kinds);
    const auto first = static_cast<uint32_t>(random() % (values.size() / 2) + 1);
    std::vector<uint32_t> counts(std::min<std::size_t>(values.size() / 2 - first + 1, 37), 99);
    count_equal_places(std::span<const T>(values), first, counts);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      uint32_t equal = 0;
      for (std::size_t i = 0; i + first + k < values.size(); ++i) {
        equal += values[i] == values[i + first + k] ? 1 : 0;
      }
      ASSERT_EQ(counts[k], equal) << values.size() << ' ' << first << ' ' << k;
    }
  }
}

TEST(EqualPlaces, AreCountedAsDefined) {
  compare_with_definition<uint8_t>(1);
  compare_with_definition<uint32_t>(2);
}

// More than 256 values make words, which are found to repeat as well.
TEST(Iterations, OfManyValues) {
  SmallRun run;
  for (int i = 0; i < 1200; ++i) run.state("a", i, i + 1, fmt::format("v{}", i % 400));
  const Iterations found = iterations(run);
  EXPECT_EQ(found.tracks[0].period, 400u);
  EXPECT_EQ(found.count, 3u);
}

}  // namespace
}  // namespace paje::testing
