// What values take over time, and how tracks share it, against values found on paper.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "paje/profile.hpp"
#include "small_run.hpp"

namespace paje::testing {
namespace {

uint32_t value_named(const DependencyGraph& graph, const std::string& name) {
  for (uint32_t i = 0; i < graph.values().size(); ++i) {
    if (graph.values()[i].name == name) return i;
  }
  return DependencyGraph::kNone;
}

std::vector<double> seconds(const DependencyGraph& graph, const TimeProfile& profile,
                            const std::string& name) {
  const auto found = profile.of_value(value_named(graph, name));
  return {found.begin(), found.end()};
}

TEST(TimeProfile, InnermostStatesCount) {
  SmallRun run;
  run.push("a", 0, "main").state("a", 1, 5, "f").pop("a", 6).state("a", 7, 10, "f");
  run.state("b", 4, 6, "main");
  const DependencyGraph graph = run.graph();
  const TimeProfile profile = time_profile(graph, 5);
  EXPECT_EQ(profile.edges, (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(seconds(graph, profile, "main"), (std::vector<double>{1, 0, 3, 0, 0}));
  EXPECT_EQ(seconds(graph, profile, "f"), (std::vector<double>{1, 2, 1, 1, 2}));
  EXPECT_EQ(seconds(graph, profile, ""), (std::vector<double>{0, 0, 0, 1, 0}));
}

TEST(TimeProfile, AddsUpToExclusiveTimeWhateverTheThreads) {
  std::mt19937 random(3);
  std::vector<std::string> ranks;
  for (int i = 0; i < 9; ++i) ranks.push_back("r" + std::to_string(i));
  SmallRun run(ranks);
  for (const std::string& rank : ranks) {
    double now = 0;
    std::size_t depth = 0;
    for (int i = 0; i < 200; ++i) {
      now += std::uniform_real_distribution<double>(0, 1)(random);
      if (depth > 0 && random() % 2 == 0) {
        run.pop(rank, now);
        --depth;
      } else {
        run.push(rank, now, "v" + std::to_string(random() % 5));
        ++depth;
      }
    }
    for (; depth > 0; --depth) run.pop(rank, now + 1);
  }
  const DependencyGraph one = run.graph(1), many = run.graph(3);
  const TimeProfile profile = time_profile(one, 37);
  EXPECT_EQ(profile.seconds, time_profile(many, 37).seconds);
  const Profile whole = make_profile(one);
  for (uint32_t value = 1; value < one.values().size(); ++value) {
    const auto found = profile.of_value(value);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), whole.values[value].exclusive,
                1e-9);
  }
  const auto between = profile.of_value(0);
  EXPECT_NEAR(std::accumulate(between.begin(), between.end(), 0.0),
              std::accumulate(whole.uncovered.begin(), whole.uncovered.end(), 0.0), 1e-9);
}

TEST(TimeProfile, LoadImbalance) {
  SmallRun run({"a", "b", "c", "d"});
  run.state("a", 0, 1, "work").state("b", 0, 5, "work").state("c", 0, 1, "work");
  run.state("d", 0, 1, "work").state("d", 1, 2, "alone").state("a", 1, 1, "nothing");
  const DependencyGraph graph = run.graph();
  const auto found = load_imbalance(graph, make_profile(graph));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].value, value_named(graph, "work"));
  EXPECT_DOUBLE_EQ(found[0].mean, 2);
  EXPECT_DOUBLE_EQ(found[0].greatest, 5);
  EXPECT_EQ(graph.tracks()[found[0].track].name, "b");
  EXPECT_DOUBLE_EQ(found[0].ratio(), 2.5);
  EXPECT_DOUBLE_EQ(found[1].ratio(), 4);
}

}  // namespace
}  // namespace paje::testing
