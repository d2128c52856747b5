// Which keys of links were used lately, by their hashes, in memory that does not grow: two
// generations; the older is forgotten when the younger is full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/memory_pages.hpp"

namespace paje {

class RecentKeys {
 public:
  /// The number of keys that are remembered at least, half of the most: 8 MB.
  static constexpr std::size_t kRemembered = std::size_t{1} << 18U;

  void add(uint64_t hash) {
    if (young_.count == kRemembered) {
      old_ = std::exchange(young_, {});
    }
    young_.add(hash);
  }
  [[nodiscard]] bool contains(uint64_t hash) const {
    return young_.contains(hash) || old_.contains(hash);
  }
  /// Fetches where contains() and add() look.
  void fetch(uint64_t hash) const {
    young_.fetch(hash);
    old_.fetch(hash);
  }

 private:
  struct Generation {
    std::vector<uint64_t> slots;  // 0 is free
    std::size_t count = 0;

    // Slots are chosen by other bits than those that LinkHistory chooses by.
    [[nodiscard]] std::size_t first(uint64_t hash) const {
      return (hash >> 24U) & (slots.size() - 1);
    }
    void fetch(uint64_t hash) const {
      if (!slots.empty()) fetch_memory(&slots[first(hash)]);
    }
    void add(uint64_t hash) {
      if (count * 2 >= slots.size()) grow();
      std::size_t at = first(hash);
      while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
      slots[at] = hash == 0 ? 1 : hash;
      ++count;
    }
    [[nodiscard]] bool contains(uint64_t hash) const {
      if (slots.empty()) return false;
      const uint64_t wanted = hash == 0 ? 1 : hash;
      std::size_t at = first(hash);
      while (slots[at] != 0 && slots[at] != wanted) at = (at + 1) & (slots.size() - 1);
      return slots[at] != 0;
    }
    void grow() {
      std::vector<uint64_t> before(slots.empty() ? std::size_t{1} << 10U : slots.size() * 2);
      before.swap(slots);
      count = 0;
      for (const uint64_t hash : before) {
        if (hash != 0) add(hash);
      }
    }
  };

  Generation young_;
  Generation old_;
};

}  // namespace paje
