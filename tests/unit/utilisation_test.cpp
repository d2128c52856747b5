// Idle time and hidden communication against values found on paper.
#include "paje/utilisation.hpp"

#include <gtest/gtest.h>

#include "small_run.hpp"

namespace paje::testing {
namespace {

DependencyGraph graph_of(const SmallRun& run) {
  DependencyOptions options;
  options.classes.add("idle sleep\nwaiting stall\ncommunication copy*", "test");
  return DependencyGraph(run.trace(), options);
}

TEST(Utilisation, IdleTimeHasParts) {
  SmallRun run;
  run.state("a", 2, 4, "work").state("a", 4, 5, "sleep").state("a", 6, 10, "MPI_Recv");
  run.state("b", 0, 8, "work").state("b", 8, 9, "MPI_Send").state("b", 9, 12, "stall");
  run.message("b", 8, "a", 10, 1);
  const DependencyGraph graph = graph_of(run);
  const auto found = find_idle_time(graph, find_waits(graph));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_DOUBLE_EQ(found[0].idle, 1);
  EXPECT_DOUBLE_EQ(found[0].waiting, 0);
  EXPECT_DOUBLE_EQ(found[0].in_calls, 2);
  EXPECT_DOUBLE_EQ(found[0].no_state, 1);
  EXPECT_DOUBLE_EQ(found[0].outside, 4);
  EXPECT_DOUBLE_EQ(found[0].total(), 8);
  EXPECT_DOUBLE_EQ(found[1].waiting, 3);
  EXPECT_DOUBLE_EQ(found[1].total(), 3);
}

TEST(Utilisation, OverlapOfTracksInOneContainer) {
  SmallRun run;
  run.line("0 T R Thread").line("2 U T State");
  run.line("6 0 a1 T a a1").line("6 0 a2 T a a2").line("6 0 b1 T b b1");
  const auto state = [&](const std::string& thread, double start, double end,
                         const std::string& value) {
    run.line(fmt::format("12 {} U {} {}", start, thread, value));
    run.line(fmt::format("13 {} U {}", end, thread));
  };
  state("a1", 0, 4, "work");
  state("a1", 6, 7, "work");
  state("a1", 8, 9, "sleep");
  state("a2", 3, 8.5, "copy");
  state("b1", 0, 5, "copy");
  const DependencyGraph graph = graph_of(run);
  const auto found = communication_overlap(graph);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].container, graph.trace().find_container("a"));
  EXPECT_EQ(found[0].tracks, 2u);
  EXPECT_DOUBLE_EQ(found[0].communication, 5.5);
  EXPECT_DOUBLE_EQ(found[0].computing, 5);
  EXPECT_DOUBLE_EQ(found[0].overlap, 2);
  EXPECT_DOUBLE_EQ(found[0].share(), 2 / 5.5);
}

}  // namespace
}  // namespace paje::testing
