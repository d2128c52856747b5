// Profiles, call trees and folded stacks against values found on paper.
#include "paje/profile.hpp"

#include <gtest/gtest.h>

#include <string>

#include "small_run.hpp"

namespace paje::testing {
namespace {

SmallRun nested() {
  SmallRun run;
  run.push("a", 0, "main").state("a", 1, 3, "f").push("a", 4, "g").state("a", 5, 6, "f");
  run.pop("a", 7).pop("a", 10).state("a", 12, 13, "f");
  run.state("b", 0, 5, "main");
  return run;
}

uint32_t value_of(const DependencyGraph& graph, const std::string& name) {
  for (uint32_t i = 0; i < graph.values().size(); ++i) {
    if (graph.values()[i].name == name) return i;
  }
  return DependencyGraph::kNone;
}

TEST(Profile, CountsTimes) {
  const DependencyGraph graph = nested().graph();
  const Profile profile = make_profile(graph);
  const ValueProfile& main = profile.values[value_of(graph, "main")];
  EXPECT_EQ(main.count, 2u);
  EXPECT_DOUBLE_EQ(main.inclusive, 15);
  EXPECT_DOUBLE_EQ(main.exclusive, 10);
  EXPECT_DOUBLE_EQ(main.shortest, 5);
  EXPECT_DOUBLE_EQ(main.longest, 10);
  EXPECT_DOUBLE_EQ(main.mean(), 7.5);
  const ValueProfile& f = profile.of_track(0)[value_of(graph, "f")];
  EXPECT_EQ(f.count, 3u);
  EXPECT_DOUBLE_EQ(f.exclusive, 4);
  EXPECT_DOUBLE_EQ(f.shortest, 1);
  EXPECT_EQ(profile.of_track(1)[value_of(graph, "f")].count, 0u);
  EXPECT_DOUBLE_EQ(profile.uncovered[0], 2);
  EXPECT_DOUBLE_EQ(profile.uncovered[1], 0);
}

TEST(Profile, CallTreeAndFoldedStacks) {
  const DependencyGraph graph = nested().graph();
  const std::vector<CallNode> tree = call_tree(graph);
  ASSERT_EQ(tree.size(), 5u);
  EXPECT_EQ(tree[0].value, value_of(graph, "main"));
  EXPECT_EQ(tree[0].count, 2u);
  EXPECT_DOUBLE_EQ(tree[0].exclusive, 10);
  EXPECT_EQ(tree[2].parent, 1u);
  EXPECT_EQ(tree[2].depth, 2u);
  EXPECT_EQ(folded_stacks(graph, tree),
            "main 10000000000\nmain;g 2000000000\nmain;g;f 1000000000\nmain;f 2000000000\n"
            "f 1000000000\n");
  EXPECT_EQ(folded_stacks(graph, call_tree(graph, 1)), "main 5000000000\n");
}

}  // namespace
}  // namespace paje::testing
