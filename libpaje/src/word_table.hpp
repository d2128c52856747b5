// Numbers the different words of a chunk in order of first appearance. Chunk by chunk the table is
// small and stays in the cache, and chunks can be numbered at the same time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

namespace detail {

inline uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t load8(const char* p) {
  uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

inline uint64_t load4(const char* p) {
  uint32_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

/// Two numbers that, with its length, tell a word of up to 16 bytes from any other.
struct WordKey {
  uint64_t low;
  uint64_t high;
};

inline WordKey key_of(std::string_view word) {
  const char* p = word.data();
  const std::size_t n = word.size();
  if (n >= 8) {
    if (n <= 16) return {load8(p), load8(p + n - 8)};
    uint64_t hash = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i + 8 < n; i += 8) hash = mix(hash ^ load8(p + i), 0xD6E8FEB86659FD93);
    return {hash, load8(p + n - 8)};
  }
  if (n >= 4) return {load4(p), load4(p + n - 4)};
  if (n == 0) return {0, 0};
  const auto byte = [&](std::size_t i) {
    return static_cast<uint64_t>(static_cast<unsigned char>(p[i]));
  };
  return {byte(0) | byte(n / 2) << 8 | byte(n - 1) << 16, 0};
}

inline uint64_t hash_of(const WordKey& key, std::size_t size) {
  return mix(key.low ^ 0xA0761D6478BD642F, key.high ^ size ^ 0xE7037ED1A0B428DB);
}

}  // namespace detail

class WordTable {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  WordTable() : slots_(kFirstSlots) {}

  /// The number of `word`; its text must stay in place while the table is used.
  uint32_t number_of(const FieldValue& word) {
    return number_of(word, [](const FieldValue& same) { return same; });
  }

  /// The number of `word`; `keep(word)` is what the table remembers if it is new.
  template <class Keep>
  uint32_t number_of(const FieldValue& word, Keep&& keep) {
    const std::string_view text = word.text();
    const detail::WordKey key = detail::key_of(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = detail::hash_of(key, text.size()) & mask;
    while (true) {
      Slot& slot = slots_[at];
      if (slot.number == kFree) return add(slot, key, keep(word));
      if (slot.low == key.low && slot.high == key.high && slot.size == text.size() &&
          (text.size() <= 16 || words_[slot.number].text() == text)) {
        return slot.number;
      }
      at = (at + 1) & mask;
    }
  }

  /// The number of a word that is there, else kFree.
  [[nodiscard]] uint32_t find(std::string_view text) const {
    const detail::WordKey key = detail::key_of(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = detail::hash_of(key, text.size()) & mask;
    while (slots_[at].number != kFree && words_[slots_[at].number].text() != text) {
      at = (at + 1) & mask;
    }
    return slots_[at].number;
  }

  [[nodiscard]] const std::vector<FieldValue>& words() const { return words_; }

 private:
  static constexpr std::size_t kFirstSlots = 512;

  struct Slot {
    uint64_t low = 0;
    uint64_t high = 0;
    uint64_t size = 0;
    uint32_t number = kFree;
  };

  uint32_t add(Slot& slot, const detail::WordKey& key, const FieldValue& word) {
    const auto number = static_cast<uint32_t>(words_.size());
    slot = {key.low, key.high, word.text().size(), number};
    words_.push_back(word);
    if (words_.size() * 2 > slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = detail::hash_of({slot.low, slot.high}, slot.size) & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<FieldValue> words_;
};

/// Numbers pairs of numbers in order of first appearance.
class PairTable {
 public:
  PairTable() : slots_(kFirstSlots) {}

  struct Found {
    uint32_t number;
    bool is_new;
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  /// The pair's number, or kFree.
  [[nodiscard]] uint32_t find(uint32_t first, uint32_t second) const {
    const uint64_t pair = static_cast<uint64_t>(first) << 32 | second;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = start_of(pair) & mask;
    while (slots_[at].number != kFree && slots_[at].pair != pair) at = (at + 1) & mask;
    return slots_[at].number;
  }
  [[nodiscard]] uint32_t size() const { return count_; }

  Found number_of(uint32_t first, uint32_t second) {
    const uint64_t pair = static_cast<uint64_t>(first) << 32 | second;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = start_of(pair) & mask;
    while (slots_[at].number != kFree) {
      if (slots_[at].pair == pair) return {slots_[at].number, false};
      at = (at + 1) & mask;
    }
    const uint32_t number = count_++;
    slots_[at] = {pair, number};
    if (count_ * std::size_t{2} > slots_.size()) grow();
    return {number, true};
  }

 private:
  static constexpr std::size_t kFirstSlots = 512;

  struct Slot {
    uint64_t pair = 0;
    uint32_t number = kFree;
  };

  static std::size_t start_of(uint64_t pair) { return detail::mix(pair, 0x9E3779B97F4A7C15); }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = start_of(slot.pair) & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  uint32_t count_ = 0;
};

}  // namespace paje
