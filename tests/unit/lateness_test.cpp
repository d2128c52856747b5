// Lateness against values found on paper.
#include "paje/lateness.hpp"

#include <gtest/gtest.h>

#include "small_run.hpp"

namespace paje::testing {
namespace {

TEST(Lateness, OfTheSameStepsOfAllTracks) {
  SmallRun run;
  run.state("a", 0, 1, "x").state("a", 1, 2, "y").state("a", 3, 5, "x");
  run.state("b", 0.5, 2, "x").state("b", 2, 2.5, "x").state("b", 4, 5, "x");
  const DependencyGraph graph = run.graph();
  const std::vector<double> late = find_lateness(graph);
  const auto of = [&](uint32_t track, uint32_t place) {
    return late[graph.tracks()[track].first + place];
  };
  EXPECT_DOUBLE_EQ(of(0, 0), 0);
  EXPECT_DOUBLE_EQ(of(0, 1), 0) << "only a has a y";
  EXPECT_DOUBLE_EQ(of(0, 2), 0) << "time without a state";
  EXPECT_DOUBLE_EQ(of(0, 3), 1) << "b began its second x at 2";
  EXPECT_DOUBLE_EQ(of(1, 0), 0.5);
  EXPECT_DOUBLE_EQ(of(1, 1), 0);
  EXPECT_DOUBLE_EQ(of(1, 3), 0) << "only b has a third x";
}

}  // namespace
}  // namespace paje::testing
