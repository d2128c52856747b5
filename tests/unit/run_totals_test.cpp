// Totals of runs against sums over the pieces of the graph, on random states.
#include "paje/run_totals.hpp"

#include <gtest/gtest.h>

#include <random>

#include "small_run.hpp"

namespace paje::testing {
namespace {

// Nested states of some values, communication among them, with gaps and states of length 0.
void add_states(SmallRun& run, const std::string& rank, std::mt19937& random) {
  static constexpr const char* kValues[] = {"work", "more", "MPI_Send", "MPI_Wait", "sleep"};
  double time = static_cast<double>(random() % 3);
  int depth = 0;
  for (int i = 0; i < 60; ++i) {
    time += static_cast<double>(random() % 4);
    if (depth > 0 && random() % 2 == 0) {
      run.pop(rank, time);
      --depth;
    } else if (depth < 4) {
      run.push(rank, time, kValues[random() % 5]);
      ++depth;
    }
  }
  for (; depth > 0; --depth) run.pop(rank, time += 1);
}

TEST(RunTotals, AreSumsOfPieces) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    SmallRun run({"rank-10", "rank-2", "rank-1"});
    for (const char* const rank : {"rank-10", "rank-2", "rank-1"}) add_states(run, rank, random);
    const DependencyGraph graph = run.graph();
    const RunTotals totals = run_totals(graph.trace(), {}, 1 + static_cast<unsigned>(random() % 3));
    ASSERT_EQ(totals.tracks.size(), graph.tracks().size());
    ASSERT_EQ(totals.values.size(), graph.values().size());
    EXPECT_EQ(totals.start, graph.start());
    EXPECT_EQ(totals.end, graph.end());
    for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
      const auto& of = graph.tracks()[track];
      EXPECT_EQ(totals.tracks[track].name, of.name);
      EXPECT_EQ(totals.track_of_container[of.container.index], track);
      std::vector<double> wanted(graph.values().size(), 0);
      for (uint32_t piece = of.first; piece < of.last; ++piece) {
        wanted[graph.value(piece)] += graph.length(piece);
      }
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_DOUBLE_EQ(totals.seconds_of(track)[i], wanted[i]) << graph.values()[i].name;
      }
    }
  }
}

TEST(RunTotals, HaveNothingWithoutStates) {
  const RunTotals totals = run_totals(Trace());
  EXPECT_TRUE(totals.tracks.empty());
  EXPECT_EQ(totals.length(), 0);
}

}  // namespace
}  // namespace paje::testing
