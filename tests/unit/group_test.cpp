// Tests of groups against scipy's values, and cases enumerated by hand.
#include "paje/models/group_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "paje/models/scaling.hpp"

namespace paje::testing {
namespace {

TEST(GroupTest, WelchIsThatOfScipy) {
  // scipy.stats.ttest_ind(b, a, equal_var=False)
  const GroupSample sample = {
      {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4},
      {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 20.8}};
  const WelchTest test = welch_test(sample);
  EXPECT_NEAR(test.t, 2.569935140372713, 1e-12);
  EXPECT_NEAR(test.degrees, 27.974575604870704, 1e-10);
  EXPECT_NEAR(test.p, 0.015789235982401995, 1e-12);
  const WelchTest small = welch_test({{1.5, 2, 1, 2.5}, {5, 9, 7}});
  EXPECT_NEAR(small.t, 4.37880269519857, 1e-12);
  EXPECT_NEAR(small.p, 0.03689097141480749, 1e-12);
  EXPECT_NEAR(student_two_sided(-2.5, 3.7), 0.07182202291182675, 1e-12);
}

TEST(GroupTest, KeepsItsDigitsFarFromZero) {
  const WelchTest near = welch_test({{1.5, 2, 1, 2.5}, {5, 9, 7}});
  const WelchTest far =
      welch_test({{1e9 + 1.5, 1e9 + 2, 1e9 + 1, 1e9 + 2.5}, {1e9 + 5, 1e9 + 9, 1e9 + 7}});
  EXPECT_DOUBLE_EQ(near.t, far.t);
  EXPECT_DOUBLE_EQ(far.mean_a, 1e9 + 1.75);
}

TEST(GroupTest, KnowsNumbersThatDoNotVary) {
  const WelchTest same = welch_test({{3, 3}, {3, 3}});
  EXPECT_EQ(same.t, 0);
  EXPECT_EQ(same.p, 1);
  const WelchTest different = welch_test({{3, 3}, {4, 4}});
  EXPECT_EQ(different.t, std::numeric_limits<double>::infinity());
  EXPECT_EQ(different.p, 0);
  EXPECT_THROW(welch_test({{3}, {4, 4}}), std::invalid_argument);
  EXPECT_THROW(welch_test({{3, NAN}, {4, 4}}), std::invalid_argument);
}

TEST(GroupTest, HolmMultipliesAndNeverFalls) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  EXPECT_EQ(holm_correction(p), (std::vector<double>{0.03, 0.06, 0.06, 0.02}));
  EXPECT_EQ(holm_correction(std::vector<double>{0.6, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm_correction({}).empty());
}

// Of the six ways to divide 1, 2, 10, 11 into two pairs, two are as far apart as what was measured.
TEST(GroupTest, ExchangesRuns) {
  const std::vector<GroupSample> clear = {{{1, 2}, {10, 11}}};
  EXPECT_EQ(exchange_test(clear), (std::vector<double>{2.0 / 6}));
  // A second number that does not depend on the group makes it no clearer, and is itself no find:
  // each of its divisions has a |t| of the first that is at least as great, except for two.
  const std::vector<GroupSample> two = {{{1, 2}, {10, 11}}, {{5, 5.5}, {5.5, 5}}};
  const auto shares = exchange_test(two);
  EXPECT_EQ(shares[1], 1);
  EXPECT_GE(shares[0], 2.0 / 6);
  EXPECT_THROW(exchange_test(std::vector<GroupSample>{{{1, 2}, {1, 2}}, {{1, 2, 3}, {1, 2}}}),
               std::invalid_argument);
}

TEST(GroupTest, ExchangesSomeWhereThereAreManyWays) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 1);
  std::vector<GroupSample> samples(2);
  for (int run = 0; run < 12; ++run) {
    samples[0].a.push_back(noise(random));
    samples[0].b.push_back(noise(random) + 4);
    samples[1].a.push_back(noise(random));
    samples[1].b.push_back(noise(random));
  }
  const ExchangeOptions few{.most = 500, .seed = 7};
  const auto shares = exchange_test(samples, few);
  EXPECT_LT(shares[0], 0.01);
  EXPECT_GT(shares[1], 0.05);
  EXPECT_EQ(shares, exchange_test(samples, few)) << "same seed, same shares";
}

// Of groups that do not differ, one in twenty is found to at a level of 5 %, whatever the number of
// tests.
TEST(GroupTest, FindsSeldomWhatIsNot) {
  std::mt19937 random(11);
  std::normal_distribution<double> noise(10, 1);
  int found = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<GroupSample> samples(8);
    for (GroupSample& sample : samples) {
      for (int run = 0; run < 4; ++run) {
        sample.a.push_back(noise(random));
        sample.b.push_back(noise(random));
      }
    }
    bool any = false;
    for (const double share : exchange_test(samples)) any = any || share <= 0.05;
    found += any ? 1 : 0;
  }
  EXPECT_GT(found, 0);
  EXPECT_LT(found, kRounds / 10);
}

}  // namespace
}  // namespace paje::testing
