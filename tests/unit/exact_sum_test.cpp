// Exact sums against whole numbers of 128 bits, in any order.
#include "paje/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace paje {
namespace {

using Random = std::mt19937_64;
__extension__ using Whole = __int128;

// Multiples of 2^-40 below 2^40, small ones as often as large ones.
double any_number(Random& random) {
  const auto whole = static_cast<int64_t>(random() >> (11 + random() % 50));
  return std::ldexp(static_cast<double>(random() % 2 == 0 ? whole : -whole), -40);
}

TEST(ExactSum, IsTheNearestDouble) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    ExactSum sum;
    Whole whole = 0;
    for (uint64_t count = random() % 50; count > 0; --count) {
      const double number = any_number(random);
      sum.add(number);
      whole += static_cast<Whole>(std::ldexp(number, 40));
      // From 128 bits to a double the processor rounds to the nearest, of two to the even one.
      ASSERT_EQ(sum.rounded(), std::ldexp(static_cast<double>(whole), -40));
    }
  }
}

TEST(ExactSum, RoundsHalvesToEven) {
  const double even = 0x1p53;
  EXPECT_EQ(ExactSum::of(std::vector{even, 1.0}).rounded(), even);
  EXPECT_EQ(ExactSum::of(std::vector{even, 1.0, 1e-300}).rounded(), even + 2);
  EXPECT_EQ(ExactSum::of(std::vector{even + 2, 1.0}).rounded(), even + 4);
  EXPECT_EQ(ExactSum::of(std::vector{even + 2, 1.0, -1e-300}).rounded(), even + 2);
  EXPECT_EQ(ExactSum::of(std::vector{1e308, 1.0, -1e308}).rounded(), 1);
}

TEST(ExactSum, HasOneFormInAnyOrder) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> numbers;
    for (uint64_t count = random() % 100; count > 0; --count) {
      numbers.push_back(std::ldexp(any_number(random), static_cast<int>(random() % 600) - 300));
    }
    const ExactSum sum = ExactSum::of(numbers);
    const std::vector<double> parts = sum.parts();
    EXPECT_EQ(ExactSum::of(parts).parts(), parts);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      EXPECT_EQ(parts[i - 1] + parts[i] / 2, parts[i - 1]);
    }
    std::shuffle(numbers.begin(), numbers.end(), random);
    EXPECT_EQ(ExactSum::of(numbers).parts(), parts);
    const auto middle = static_cast<std::size_t>(random() % (numbers.size() + 1));
    ExactSum joined = ExactSum::of(std::span(numbers).subspan(middle));
    joined.add(ExactSum::of(std::span(numbers).first(middle)));
    EXPECT_EQ(joined.parts(), parts);
    joined.subtract(sum);
    EXPECT_TRUE(joined.parts().empty());
    EXPECT_FALSE(std::signbit(joined.rounded()));
  }
}

TEST(ExactSum, IsNotFiniteWhereSomethingIsNot) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ExactSum::of(std::vector{1.0, infinity}).rounded(), infinity);
  EXPECT_EQ(ExactSum::of(std::vector{-infinity, 2.0}).rounded(), -infinity);
  EXPECT_TRUE(std::isnan(ExactSum::of(std::vector{infinity, -infinity}).rounded()));
  EXPECT_TRUE(std::isnan(ExactSum::of(std::vector{std::nan(""), 1.0}).rounded()));
  EXPECT_EQ(ExactSum::of(std::vector{1e308, 1e308}).rounded(), infinity);
  EXPECT_FALSE(ExactSum::of(std::vector{1e308, 1e308}).is_finite());
  EXPECT_TRUE(ExactSum::of(std::vector{1e308, 1.0}).is_finite());
}

}  // namespace
}  // namespace paje
