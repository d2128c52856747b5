// The keys of a history's links, numbered in the order in which they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/memory_pages.hpp"
#include "base/segment_pool.hpp"
#include "base/segmented_vector.hpp"
#include "base/string_arena.hpp"
#include "records/link_key.hpp"
#include "replay/link_key_hash.hpp"

namespace paje {

class LinkKeyTable {
 public:
  static constexpr uint32_t kNone = LinkKeyHash::kNone;

  explicit LinkKeyTable(SegmentPool& pool) : keys_(pool), slots_(pool) {}

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  const LinkKey& operator[](std::size_t number) const { return keys_[number]; }

  /// The number of a key with its tag; size() before the call if it is new.
  uint32_t number_of(const LinkKey& key, uint32_t tag) {
    const auto added = static_cast<uint32_t>(keys_.size());
    const uint32_t number =
        slots_.find_or_add(tag, added, [&](uint32_t other) { return keys_[other] == key; });
    if (number == added) keys_.push_back(key.kept(texts_));
    return number;
  }

  /// Fetches where number_of() will look for a key with that tag.
  void fetch_slots(uint32_t tag) const {
    if (!slots_.empty()) slots_.fetch(tag);
  }
  /// Fetches the key that it will find there, a while after fetch_slots(); that key's number if one
  /// may be there, or kNone.
  [[nodiscard]] uint32_t fetch_key(uint32_t tag) const {
    if (slots_.empty()) return kNone;
    const uint32_t key = slots_.guess(tag);
    if (key != kNone) fetch_memory(&keys_[key]);
    return key;
  }

  /// Forgets the keys for which is_kept(number, key, number from now on) is false.
  template <class IsKept>
  void keep(IsKept&& is_kept) {
    const StringArena texts = std::exchange(texts_, {});
    slots_.clear();
    uint32_t kept = 0;
    for (uint32_t number = 0; number < keys_.size(); ++number) {
      const LinkKey key = keys_[number];
      if (!is_kept(number, key, kept)) continue;
      slots_.add(key.tag(), kept);
      keys_[kept++] = key.kept(texts_);
    }
    keys_.shrink(kept);
  }

  /// Frees what only number_of() needs, which must not be called any more.
  void forget_matching() { slots_.clear(); }
  void forget() {
    slots_.clear();
    keys_.forget();
    texts_ = {};
  }

 private:
  SegmentedVector<LinkKey> keys_;
  StringArena texts_;  // of those that are not in place
  LinkKeyHash slots_;
};

}  // namespace paje
