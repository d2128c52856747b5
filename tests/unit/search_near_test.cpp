// A search from any guess gives what a binary search gives, and looks at few places near a good
// one.
#include "base/search_near.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace paje {
namespace {

TEST(SearchNear, FindsWhatABinarySearchFindsFromAnyGuess) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> numbers(random() % 60);
    for (int& number : numbers) number = static_cast<int>(random() % 40);
    std::sort(numbers.begin(), numbers.end());
    const auto size = static_cast<uint32_t>(numbers.size());
    const uint32_t first = size == 0 ? 0 : static_cast<uint32_t>(random() % size);
    const int wanted = static_cast<int>(random() % 42) - 1;
    const auto expected = static_cast<uint32_t>(
        std::lower_bound(numbers.begin() + first, numbers.end(), wanted) - numbers.begin());
    for (uint32_t guess = 0; guess < size + 3; ++guess) {
      const auto is_before = [&](uint32_t place) {
        EXPECT_GE(place, first);
        EXPECT_LT(place, size);
        return numbers[place] < wanted;
      };
      EXPECT_EQ(search_near(first, size, guess, is_before), expected) << guess;
    }
  }
}

TEST(SearchNear, LooksAtFewPlacesNearTheGuess) {
  int looks = 0;
  const auto is_before = [&](uint32_t place) {
    ++looks;
    return place < 1'000'003;
  };
  EXPECT_EQ(search_near(0, 2'000'000, 1'000'000, is_before), 1'000'003U);
  EXPECT_LE(looks, 6);
  EXPECT_EQ(search_near(0, UINT32_MAX, UINT32_MAX, is_before), 1'000'003U);
}

}  // namespace
}  // namespace paje
