// Tables of pairs: each pair keeps its number, whichever way the table takes it.
#include "base/pair_numbering.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <utility>

namespace {

using paje::PairNumbering;
using paje::SmallPairNumbering;

// Few types and many containers, as chunks have them; many of both; and numbers beyond all rows.
struct Shape {
  uint32_t first, second;
};
constexpr Shape kShapes[] = {{8, 3000}, {300, 40}, {40'000, 40'000}};

using Pair = std::pair<uint32_t, uint32_t>;

Pair any_pair(std::mt19937& random, Shape shape) {
  return {static_cast<uint32_t>(random()) % shape.first,
          static_cast<uint32_t>(random()) % shape.second};
}

TEST(PairNumbering, NumbersPairsInOrder) {
  for (const Shape shape : kShapes) {
    std::mt19937 random(shape.first);
    PairNumbering table;
    std::map<Pair, uint32_t> expected;
    for (int i = 0; i < 20'000; ++i) {
      const Pair pair = any_pair(random, shape);
      const auto [at, is_new] = expected.try_emplace(pair, expected.size());
      ASSERT_EQ(table.find(pair.first, pair.second), is_new ? PairNumbering::kFree : at->second);
      const auto found = table.number_of(pair.first, pair.second);
      ASSERT_EQ(found.number, at->second);
      ASSERT_EQ(found.is_new, is_new);
    }
  }
}

TEST(SmallPairNumbering, KeepsANumberForEachPairUntilCleared) {
  std::mt19937 random(1);
  SmallPairNumbering table;
  for (int chunk = 0; chunk < 12; ++chunk) {
    const Shape shape = kShapes[chunk % 3];
    std::map<Pair, uint32_t> expected;
    for (int i = 0; i < 5'000; ++i) {
      const Pair pair = any_pair(random, shape);
      const auto [at, is_new] = expected.try_emplace(pair, expected.size());
      uint32_t& number = *table.number_of(pair.first, pair.second);
      ASSERT_EQ(number, is_new ? SmallPairNumbering::kFree : at->second) << "chunk " << chunk;
      number = at->second;
    }
    table.clear();
  }
}

}  // namespace
