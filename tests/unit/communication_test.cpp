// Messages by pair of containers against counts found on paper.
#include "paje/communication.hpp"

#include <gtest/gtest.h>

#include "small_run.hpp"

namespace paje::testing {
namespace {

TEST(Communication, MatrixHasCountsAndBytes) {
  SmallRun run;
  run.message("a", 0, "b", 1, 100).message("a", 2, "b", 3, 20).message("b", 1, "a", 2, 5);
  const Trace trace = run.trace();
  const std::vector<ContainerPair> pairs = message_matrix(trace, link_sizes(trace));
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].from, trace.find_container("a"));
  EXPECT_EQ(pairs[0].to, trace.find_container("b"));
  EXPECT_EQ(pairs[0].messages, 2u);
  EXPECT_DOUBLE_EQ(pairs[0].bytes, 120);
  EXPECT_EQ(pairs[1].messages, 1u);
  EXPECT_DOUBLE_EQ(message_matrix(trace, {})[0].bytes, 0);
}

}  // namespace
}  // namespace paje::testing
