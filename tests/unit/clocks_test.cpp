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
  EXPECT_DOUBLE_EQ(clocks.largest(), 0);
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
