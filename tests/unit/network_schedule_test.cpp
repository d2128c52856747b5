// Which processes are measured at the same time, and how often.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "network/precision.hpp"
#include "network/schedule.hpp"

namespace paje::network {
namespace {

// Groups of all rounds; no process is in two groups of a round.
std::vector<Group> checked_groups(const std::vector<Round>& rounds) {
  std::vector<Group> all;
  for (const Round& round : rounds) {
    std::set<int> used;
    for (const Group& group : round) {
      for (const int process : group) {
        if (process < 0) continue;
        EXPECT_TRUE(used.insert(process).second);
      }
      all.push_back(group);
    }
  }
  return all;
}

TEST(NetworkSchedule, EachPairIsInOneRound) {
  for (int n = 2; n <= 12; ++n) {
    const std::vector<Round> rounds = pair_rounds(n, false);
    EXPECT_EQ(rounds.size(), static_cast<std::size_t>(n % 2 == 0 ? n - 1 : n));
    const std::vector<Group> groups = checked_groups(rounds);
    EXPECT_EQ(std::set<Group>(groups.begin(), groups.end()).size(), groups.size());
    EXPECT_EQ(groups.size(), static_cast<std::size_t>(n * (n - 1) / 2));
    for (const Group& group : groups) {
      EXPECT_LT(group[0], group[1]);
      EXPECT_LT(group[1], n);
      EXPECT_EQ(group[2], -1);
    }
    EXPECT_EQ(pair_rounds(n, true).size(), groups.size());
  }
}

TEST(NetworkSchedule, EachProcessIsTheRootOfAllPairs) {
  for (int n = 3; n <= 9; ++n) {
    const std::vector<Group> groups = checked_groups(triple_rounds(n, false));
    const std::set<Group> different(groups.begin(), groups.end());
    EXPECT_EQ(different.size(), groups.size());
    EXPECT_EQ(groups.size(), static_cast<std::size_t>(n * (n - 1) * (n - 2) / 2));
    for (const Group& group : groups) EXPECT_LT(group[1], group[2]);
    EXPECT_EQ(triple_rounds(n, true).size(), groups.size());
  }
  // Three triples of nine processes fit into a round.
  EXPECT_EQ(triple_rounds(9, false).front().size(), 3U);
}

TEST(NetworkPrecision, StopsByStudentsInterval) {
  const Precision wanted{.confidence = 0.95, .relative = 0.1, .least = 3, .most = 6};
  Repeated even(wanted);
  for (int i = 0; i < 2; ++i) even.add(5);
  EXPECT_TRUE(even.is_precise());
  EXPECT_FALSE(even.is_enough()) << "fewer than the least";
  even.add(5);
  EXPECT_TRUE(even.is_enough());
  EXPECT_EQ(even.mean(), 5);
  // Mean 10, deviation 1 of three: half the interval is 4.302653 / sqrt(3) = 2.48.
  const auto half = 4.302652729911275 / std::sqrt(3.0) / 10;
  for (const bool enough : {false, true}) {
    Repeated three(
        {.confidence = 0.95, .relative = enough ? half + 1e-9 : half - 1e-9, .least = 3});
    for (const double time : {9.0, 10.0, 11.0}) three.add(time);
    EXPECT_EQ(three.is_precise(), enough);
  }
  Repeated wild(wanted);
  for (int i = 0; i < 5; ++i) {
    wild.add(i % 2 == 0 ? 1 : 100);
    EXPECT_FALSE(wild.is_enough());
  }
  wild.add(1);
  EXPECT_TRUE(wild.is_enough()) << "the most";
  EXPECT_FALSE(wild.is_precise());
}

}  // namespace
}  // namespace paje::network
