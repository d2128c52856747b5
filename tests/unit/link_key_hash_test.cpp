// Link slots: each key is found while the table grows, whatever tags have in common.
#include "replay/link_key_hash.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "base/segment_pool.hpp"

namespace {

using paje::LinkKeyHash;

// So many that the segments are split several times over.
constexpr uint32_t kKeys = 100'000;

/// Tags of keys, some of which have the same.
std::vector<uint32_t> tags_of_keys(uint32_t seed, uint32_t bits) {
  std::mt19937 random(seed);
  std::vector<uint32_t> tags;
  while (tags.size() < kKeys) {
    const bool is_same = !tags.empty() && random() % 16 == 0;
    const auto other = static_cast<uint32_t>(random());
    tags.push_back(is_same ? tags[other % tags.size()] : (other & bits) | 1U << 31U);
  }
  return tags;
}

void find_all(LinkKeyHash& slots, const std::vector<uint32_t>& tags, uint32_t known) {
  for (uint32_t key = 0; key < known; ++key) {
    const auto is_it = [key](uint32_t found) { return found == key; };
    ASSERT_EQ(slots.find_or_add(tags[key], LinkKeyHash::kNone - 1, is_it), key);
  }
}

TEST(LinkKeyHash, FindsEachKeyWhileItGrows) {
  for (const uint32_t bits : {~uint32_t{0}, ~uint32_t{15}}) {
    paje::SegmentPool pool;
    LinkKeyHash slots(pool);
    const std::vector<uint32_t> tags = tags_of_keys(bits, bits);
    for (uint32_t key = 0; key < kKeys; ++key) {
      const auto is_none = [&](uint32_t found) {
        EXPECT_LT(found, key);
        EXPECT_EQ(tags[found], tags[key]);
        return false;
      };
      ASSERT_EQ(slots.find_or_add(tags[key], key, is_none), key);
      if (key % 9'973 == 0) find_all(slots, tags, key + 1);
    }
    find_all(slots, tags, kKeys);
    // Nor is a free slot taken for that of a key.
    for (uint32_t tag = 1; tag < kKeys; ++tag) ASSERT_EQ(slots.guess(tag), LinkKeyHash::kNone);
  }
}

TEST(LinkKeyHash, ATableThatIsClearedIsEmptyAndGrowsAgain) {
  paje::SegmentPool pool;
  LinkKeyHash slots(pool);
  const std::vector<uint32_t> tags = tags_of_keys(1, ~uint32_t{0});
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(slots.empty());
    for (uint32_t key = 0; key < kKeys; ++key) slots.add(tags[key], key);
    find_all(slots, tags, kKeys);
    slots.clear();
  }
}

}  // namespace
