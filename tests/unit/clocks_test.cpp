// Offsets of clocks against bounds found on paper.
#include "paje/clocks.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "small_run.hpp"

namespace paje::testing {
namespace {

// b's clock is ahead: a leaves the barrier at 4, b comes at 13 by its clock and leaves at 14.
TEST(Clocks, MessageAndBarrierBoundTheOffset) {
  SmallRun run;
  run.state("a", 0, 1, "work").state("a", 1, 1.5, "MPI_Send").state("a", 2, 4, "MPI_Barrier");
  run.state("b", 10, 11, "work").state("b", 11, 11.5, "MPI_Recv").state("b", 13, 14, "MPI_Barrier");
  run.message("a", 1, "b", 11.5);
  const Clocks clocks = estimate_clocks(run.graph());
  EXPECT_TRUE(clocks.are_wrong);
  EXPECT_TRUE(clocks.conflict.empty());
  ASSERT_EQ(clocks.tracks.size(), 2u);
  EXPECT_DOUBLE_EQ(clocks.tracks[0].offset, 0);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].least, -10.5);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].greatest, -9);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].offset, -9.75);
  EXPECT_DOUBLE_EQ(clocks.largest(), 9.75);
}

// a sends at 11 and b has it at 10: b is late by 1 at least, which its answer leaves room for.
SmallRun there_and_back(double answer_received) {
  SmallRun run;
  run.state("a", 10, 11, "work").state("a", 11, 12, "MPI_Isend").state("a", 12, 19, "MPI_Recv");
  run.state("b", 9, 10, "MPI_Recv").state("b", 13, 14, "MPI_Isend");
  return run.message("a", 11, "b", 10).message("b", 13, "a", answer_received);
}

TEST(Clocks, BoundsFromBothDirections) {
  const Clocks clocks = estimate_clocks(there_and_back(16).graph());
  EXPECT_TRUE(clocks.conflict.empty());
  EXPECT_DOUBLE_EQ(clocks.tracks[1].least, 1);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].greatest, 3);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].offset, 2);
}

TEST(Clocks, WithoutASolutionTheTracksAreNamed) {
  const Clocks clocks = estimate_clocks(there_and_back(13.5).graph());
  EXPECT_TRUE(clocks.are_wrong);
  EXPECT_EQ(clocks.conflict, (std::vector<uint32_t>{0, 1}));
  // In the middle of what the two messages want; the rest is for the logical clock.
  EXPECT_DOUBLE_EQ(clocks.largest(), 0.75);
  EXPECT_EQ(clocks.late_events, 2u);
  EXPECT_EQ(clocks.unsolved, 0u);
  EXPECT_DOUBLE_EQ(clocks.corrected(1, 9), 9.75);
  EXPECT_DOUBLE_EQ(clocks.corrected(1, 10), 11);
}

// b's clock runs 1/1000 too fast, and every message takes 0.001.
TEST(Clocks, DriftIsFoundWhereNoOffsetIsRight) {
  SmallRun run;
  const auto clock = [](double time) { return time + 3 + time / 1000; };
  for (int i = 0; i < 20; ++i) {
    const double there = 10 * i + 1, back = 10 * i + 5;
    run.state("a", there, there + 0.5, "MPI_Isend").state("a", back - 1, back + 0.001, "MPI_Recv");
    run.state("b", clock(there - 0.5), clock(there + 0.001), "MPI_Recv");
    run.state("b", clock(back), clock(back + 0.5), "MPI_Isend");
    run.message("a", there, "b", clock(there + 0.001)).message("b", clock(back), "a", back + 0.001);
  }
  const Clocks clocks = estimate_clocks(run.graph());
  EXPECT_TRUE(clocks.have_drift);
  EXPECT_TRUE(clocks.steps.empty());
  EXPECT_FALSE(clocks.conflict.empty());
  EXPECT_NEAR(clocks.tracks[1].drift, -0.001, 1.2e-5);
  EXPECT_LE(clocks.tracks[1].least_drift, -0.000999);
  EXPECT_GE(clocks.tracks[1].greatest_drift, -0.001);
  for (const double time : {0.0, 100.0, 200.0}) {
    EXPECT_NEAR(clocks.corrected(1, clock(time)), time, 0.0011);
  }
}

TEST(Clocks, ATraceThatSomebodyElseHasIsNotChanged) {
  const Trace trace;
  EXPECT_THROW(correct_clocks(Trace(trace)), std::invalid_argument);
  EXPECT_EQ(correct_clocks(Trace()).containers().size(), 1u);
}

TEST(Clocks, ThatAreRightStay) {
  SmallRun run;
  run.state("a", 0, 1, "MPI_Isend").state("b", 0, 4, "MPI_Recv").message("a", 0, "b", 4);
  const Clocks clocks = estimate_clocks(run.graph());
  EXPECT_FALSE(clocks.are_wrong);
  EXPECT_DOUBLE_EQ(clocks.tracks[1].least, -4);
  EXPECT_TRUE(std::isinf(clocks.tracks[1].greatest));
  EXPECT_DOUBLE_EQ(clocks.tracks[1].offset, 0);
  EXPECT_TRUE(estimate_clocks(SmallRun().graph()).tracks.empty());
}

}  // namespace
}  // namespace paje::testing
