// Link slots: each key is found while the table grows, whatever hashes have in common.
#include "link_slots.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "segment_pool.hpp"

namespace {

using paje::LinkSlots;

// So many that the segments are split several times over.
constexpr uint32_t kKeys = 100'000;

/// Hashes of keys, some of which have the same.
std::vector<uint64_t> hashes_of_keys(uint64_t seed, uint64_t bits) {
  std::mt19937_64 random(seed);
  std::vector<uint64_t> hashes;
  while (hashes.size() < kKeys) {
    hashes.push_back(!hashes.empty() && random() % 16 == 0 ? hashes[random() % hashes.size()]
                                                           : random() & bits);
  }
  return hashes;
}

void find_all(LinkSlots& slots, const std::vector<uint64_t>& hashes, uint32_t known) {
  for (uint32_t key = 0; key < known; ++key) {
    const auto is_it = [key](uint32_t found) { return found == key; };
    ASSERT_EQ(slots.find_or_add(hashes[key], LinkSlots::kNone - 1, is_it), key);
  }
}

TEST(LinkSlots, FindsEachKeyWhileItGrows) {
  for (const uint64_t bits : {~uint64_t{0}, ~uint64_t{0} << 32U, ~(uint64_t{15} << 32U)}) {
    paje::SegmentPool pool;
    LinkSlots slots(pool);
    const std::vector<uint64_t> hashes = hashes_of_keys(bits, bits);
    for (uint32_t key = 0; key < kKeys; ++key) {
      const auto is_none = [&](uint32_t found) {
        EXPECT_LT(found, key);
        EXPECT_EQ((hashes[found] ^ hashes[key]) >> 32U & INT32_MAX, 0U);
        return false;
      };
      ASSERT_EQ(slots.find_or_add(hashes[key], key, is_none), key);
      if (key % 9'973 == 0) find_all(slots, hashes, key + 1);
    }
    find_all(slots, hashes, kKeys);
  }
}

TEST(LinkSlots, ATableThatIsClearedIsEmptyAndGrowsAgain) {
  paje::SegmentPool pool;
  LinkSlots slots(pool);
  const std::vector<uint64_t> hashes = hashes_of_keys(1, ~uint64_t{0});
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(slots.empty());
    for (uint32_t key = 0; key < kKeys; ++key) slots.add(hashes[key], key);
    find_all(slots, hashes, kKeys);
    slots.clear();
  }
}

}  // namespace
