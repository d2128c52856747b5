// Numbers different words, of any length, in order of first appearance.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash_seed.hpp"
#include "base/pod_vector.hpp"
#include "paje/event.hpp"

namespace paje {

namespace detail {

[[gnu::always_inline]] inline uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

[[gnu::always_inline]] inline uint64_t load8(const char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

[[gnu::always_inline]] inline uint64_t load4(const char* p) {
  uint32_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

/// Two numbers that, with its size, identify a word of up to 16 bytes: its first eight
/// bytes, zeros after a shorter word, and its last eight. Of longer words a hash and the last
/// eight bytes, which prove nothing.
struct WordKey {
  uint64_t low = 0;
  uint64_t high = 0;
  uint64_t size = UINT64_MAX;  // of no word; UINT32_MAX: at least that

  [[nodiscard]] bool is_exact() const { return size <= 16; }
  friend bool operator==(const WordKey&, const WordKey&) = default;
};

inline WordKey key_of_long(std::string_view word) {
  const char* p = word.data();
  const std::size_t n = word.size();
  uint64_t hash = load8(p);
  if (n > 16) {
    hash = kHashSeed.low;
    for (std::size_t i = 0; i + 8 < n; i += 8) {
      hash = mix(hash ^ load8(p + i), 0xD6E8FEB86659FD93);
    }
  }
  return {hash, load8(p + n - 8), std::min<uint64_t>(n, UINT32_MAX)};
}

inline WordKey key_of(std::string_view word) {
  const char* const p = word.data();
  const std::size_t n = word.size();
  if (n > 8) return key_of_long(word);
  uint64_t low = 0;
  if (n >= 4) {
    // The last four bytes overlap the first, and are the same there.
    low = load4(p) | load4(p + n - 4) << 8 * (n - 4);
  } else {
    for (std::size_t i = 0; i < n; ++i) low |= uint64_t{static_cast<unsigned char>(p[i])} << 8 * i;
  }
  return {low, 0, n};
}

inline uint64_t hash_of(const WordKey& key) {
  return mix(key.low ^ kHashSeed.low, key.high ^ key.size ^ kHashSeed.high);
}

}  // namespace detail

class WordTable {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  WordTable() : slots_(free_slots(kFirstSlots)) {}

  /// The number of `word`; `keep(word)` is what the table remembers if it is new.
  template <class Keep>
  uint32_t number_of(const FieldValue& word, Keep&& keep) {
    return find_or_add(word, detail::key_of(word.text()), keep);
  }

  /// The number of a word that is there, else kFree.
  [[nodiscard]] uint32_t find(std::string_view text) const {
    const detail::WordKey key = detail::key_of(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = detail::hash_of(key) & mask;
    while (slots_[at].number != kFree && !is_word_of(slots_[at], key, text)) at = (at + 1) & mask;
    return slots_[at].number;
  }

  [[nodiscard]] const std::vector<FieldValue>& words() const { return words_; }

  /// Forgets all words; memory is kept for the next ones.
  void clear() {
    // A table that one chunk made large shrinks again, so that clearing stays cheap.
    if (words_.size() * 8 < slots_.size()) {
      slots_.resize_uninitialized(std::max(kFirstSlots, slots_.size() / 2));
    }
    std::fill(slots_.begin(), slots_.end(), Slot{});
    words_.clear();
  }

 private:
  static constexpr std::size_t kFirstSlots = 512;

  // A large table is beyond the caches: the fewer bytes, the better.
  struct Slot {
    uint64_t low = 0;
    uint64_t high = 0;
    uint32_t size = 0;  // as the key's
    uint32_t number = kFree;

    [[nodiscard]] detail::WordKey key() const { return {low, high, size}; }
  };
  static_assert(sizeof(Slot) == 24);

  static uint32_t size_of(const detail::WordKey& key) { return static_cast<uint32_t>(key.size); }

  [[nodiscard]] bool is_word_of(const Slot& slot, const detail::WordKey& key,
                                std::string_view text) const {
    return slot.low == key.low && slot.high == key.high && slot.size == size_of(key) &&
           (key.is_exact() || words_[slot.number].text() == text);
  }

  template <class Keep>
  uint32_t find_or_add(const FieldValue& word, detail::WordKey key, Keep&& keep) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = detail::hash_of(key) & mask;
    while (true) {
      const Slot& slot = slots_[at];
      if (slot.number == kFree) return add(at, key.low, key.high, size_of(key), keep(word));
      if (is_word_of(slot, key, word.text())) return slot.number;
      at = (at + 1) & mask;
    }
  }

  // Out of the way of the words that are there already, which are nearly all.
  [[gnu::noinline]] uint32_t add(std::size_t at, uint64_t low, uint64_t high, uint32_t size,
                                 FieldValue word) {
    const auto number = static_cast<uint32_t>(words_.size());
    slots_[at] = {low, high, size, number};
    words_.push_back(word);
    if (words_.size() * 4 > slots_.size() * 3) grow();
    return number;
  }

  void grow() {
    PodVector<Slot> old = free_slots(slots_.size() * 2);
    std::swap(old, slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = detail::hash_of(slot.key()) & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  static PodVector<Slot> free_slots(std::size_t size) {
    PodVector<Slot> slots;
    slots.resize_uninitialized(size);
    std::fill(slots.begin(), slots.end(), Slot{});
    return slots;
  }

  PodVector<Slot> slots_;
  std::vector<FieldValue> words_;
};

}  // namespace paje
