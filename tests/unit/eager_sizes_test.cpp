#include "analysis/eager_sizes.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace paje {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(EagerSizes, AreThoseUpToWhichNoSendWaited) {
  const EagerSizes found = find_eager_sizes({{{100, 3, 0}, {5000, 2, 0}, {70000, 0, 4}}, {}});
  EXPECT_EQ(found.largest, 5000);
  EXPECT_EQ(found.least_waiting, 70000);
  EXPECT_EQ(found.least_in_later_calls, kInfinity);
}

TEST(EagerSizes, AreNoneWithoutEvidence) {
  const EagerSizes found = find_eager_sizes({});
  EXPECT_EQ(found.largest, -1);
  EXPECT_EQ(found.least_waiting, kInfinity);
  EXPECT_EQ(found.least_in_later_calls, kInfinity);
}

// Receivers of large messages that were interrupted.
TEST(EagerSizes, AreDecidedByMostSends) {
  const EagerSizes found =
      find_eager_sizes({{{100, 9, 0}, {70000, 1, 8}, {80000, 1, 2}, {90000, 0, 1}}, {}});
  EXPECT_EQ(found.largest, 100);
  EXPECT_EQ(found.least_waiting, 70000);
  EXPECT_EQ(find_eager_sizes({{{70000, 5, 4}}, {}}).largest, 70000);
  EXPECT_EQ(find_eager_sizes({{{70000, 4, 4}}, {}}).largest, -1);
}

TEST(EagerSizes, OfLaterCallsAreDecidedByBoth) {
  const EagerSizes found = find_eager_sizes({{{100, 9, 0}}, {{50, 0, 3}, {200, 0, 1}}});
  EXPECT_EQ(found.largest, 100);
  EXPECT_EQ(found.least_waiting, kInfinity);
  EXPECT_EQ(found.least_in_later_calls, 200);
}

TEST(EagerSizes, MayBeInSeveralParts) {
  const EagerSizes found =
      find_eager_sizes({{{70000, 0, 1}, {100, 1, 0}, {70000, 1, 1}, {100, 2, 0}}, {}});
  EXPECT_EQ(found.largest, 100);
  EXPECT_EQ(found.least_waiting, 70000);
}

}  // namespace
}  // namespace paje
