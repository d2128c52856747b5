// Sorting by buckets of times gives what comparing all gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipeline/sorting/scattered.hpp"

namespace paje::testing {
namespace {

TEST(Scattered, SortsEntriesHoweverTheyAreSpread) {
  std::mt19937_64 dice(3);
  for (int round = 0; round < 500; ++round) {
    const std::vector<uint32_t> ranks{2, 0, 1, 1, 3};
    const SortOrder order(ranks.data());
    std::vector<SortEntry> all(dice() % 400);
    const auto bits = static_cast<unsigned>(dice() % 64);
    const bool has_odd_times = round % 3 == 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      uint64_t time = time_order(1.0) + (dice() >> bits) / 4;
      if (has_odd_times && dice() % 50 == 0) time = dice() % 2 == 0 ? kBeforeAllTimes : UINT64_MAX;
      all[i] = {time, static_cast<uint32_t>(dice() % ranks.size()), static_cast<uint32_t>(i), 0, 0};
    }
    std::shuffle(all.begin(), all.end(), dice);
    std::vector<SortEntry> sorted = all;
    std::sort(sorted.begin(), sorted.end(), order);
    sort_scattered(all, order);
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i].offset, sorted[i].offset);
  }
}

}  // namespace
}  // namespace paje::testing
