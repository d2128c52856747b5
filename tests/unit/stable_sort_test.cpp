// Sorting what importers add: of runs that are in order, few or many, the same as
// std::stable_sort().
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "exchange/stable_sort.hpp"

namespace {

using Item = std::pair<int, std::size_t>;  // what it is sorted by, and where it was

bool is_before(const Item& a, const Item& b) { return a.first < b.first; }

// Runs that are in order, of about that many items; many of the same.
std::vector<Item> items_of(std::size_t count, std::size_t run, std::mt19937& random) {
  std::vector<Item> items;
  while (items.size() < count) {
    const std::size_t begin = items.size();
    const std::size_t size = std::min(count - begin, 1 + random() % (2 * run));
    for (std::size_t i = 0; i < size; ++i) {
      items.emplace_back(static_cast<int>(random() % 1000), items.size());
    }
    std::sort(items.begin() + static_cast<std::ptrdiff_t>(begin), items.end(), is_before);
    for (std::size_t i = begin; i < items.size(); ++i) items[i].second = i;
  }
  return items;
}

TEST(StableSort, IsThatOfTheStandardLibrary) {
  std::mt19937 random(42);
  for (const std::size_t count : {0, 1, 2, 3, 1000, 32768, 32769, 200'000}) {
    for (const std::size_t run : {1, 3, 500, 3000, 40'000, 1'000'000}) {
      const std::vector<Item> given = items_of(count, run, random);
      std::vector<Item> expected = given;
      std::stable_sort(expected.begin(), expected.end(), is_before);
      for (const unsigned threads : {1U, 3U}) {
        std::vector<Item> sorted = given;
        paje::exchange::stable_sort_by(sorted, threads, is_before);
        ASSERT_EQ(sorted, expected) << count << " items in runs of " << run;
      }
    }
  }
}

}  // namespace
