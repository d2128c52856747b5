// Numbers the different words of a chunk in order of first appearance. Chunk by chunk the table is
// small and stays in the cache, and chunks can be numbered at the same time. Nearly all words are
// short enough to be one number each; the others go to a WordTable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "paje/event.hpp"
#include "word_table.hpp"

namespace paje {

class ChunkWords {
 public:
  static constexpr uint32_t kFree = WordTable::kFree;

  ChunkWords() : slots_(kFirstSlots) {}

  /// What was asked for last; often it is asked for again.
  struct Memory {
    uint64_t key = 0;
    uint32_t number = kFree;
  };

  /// The number of `word`, behind which seven more bytes can be read. Its text must stay in place
  /// until clear().
  uint32_t number_of(const FieldValue& word, Memory& memory) {
    const uint64_t key = short_key(word.text());
    if (key == 0) return number_of_long(word);
    if (memory.key != key) {
      memory.key = key;
      memory.number = number_of_short(word, key);
    }
    return memory.number;
  }

  [[nodiscard]] const std::vector<FieldValue>& words() const { return words_; }

  /// Forgets all words; memory is kept for the next ones.
  void clear() {
    // A table that one chunk made large shrinks again, so that clearing stays cheap.
    if (words_.size() * 8 < slots_.size()) slots_.resize(std::max(kFirstSlots, slots_.size() / 2));
    slot_bits_ = std::countr_zero(slots_.size());
    std::fill(slots_.begin(), slots_.end(), Slot{});
    used_slots_ = 0;
    words_.clear();
    if (!long_numbers_.empty()) long_.clear();
    long_numbers_.clear();
  }

 private:
  static constexpr std::size_t kFirstSlots = 512;

  struct Slot {
    uint64_t key = 0;  // 0 is free
    uint32_t number = 0;
  };

  // A word of one to eight bytes as a number that no other such word has; 0 for all others. A word
  // that ends in a zero byte is among these, for the number would not tell its length.
  static uint64_t short_key(std::string_view word) {
    if (word.size() - 1 >= 8) return 0;
    const auto unused = 64U - 8U * static_cast<unsigned>(word.size());
    const uint64_t key = detail::load8(word.data()) << unused >> unused;
    return key >> (56U - unused) == 0 ? 0 : key;
  }

  [[nodiscard]] std::size_t first_slot(uint64_t key) const {
    return (key * 0x9E3779B97F4A7C15) >> (64U - static_cast<unsigned>(slot_bits_));
  }

  uint32_t number_of_short(const FieldValue& word, uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = first_slot(key);
    while (slots_[at].key != key) {
      if (slots_[at].key == 0) return add_short(at, word, key);
      at = (at + 1) & mask;
    }
    return slots_[at].number;
  }

  // Out of the way of the words that are there already, which are nearly all.
  [[gnu::noinline]] uint32_t add_short(std::size_t at, const FieldValue& word, uint64_t key) {
    const auto number = static_cast<uint32_t>(words_.size());
    slots_[at] = {key, number};
    words_.push_back(word);
    if (++used_slots_ * 2 > slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    slot_bits_ = std::countr_zero(slots_.size());
    for (const Slot& slot : old) {
      if (slot.key == 0) continue;
      std::size_t at = first_slot(slot.key);
      while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  [[gnu::noinline]] uint32_t number_of_long(const FieldValue& word) {
    const uint32_t number = long_.number_of(word, [](const FieldValue& same) { return same; });
    if (number == long_numbers_.size()) {
      long_numbers_.push_back(static_cast<uint32_t>(words_.size()));
      words_.push_back(word);
    }
    return long_numbers_[number];
  }

  std::vector<Slot> slots_;
  std::size_t used_slots_ = 0;
  int slot_bits_ = std::countr_zero(kFirstSlots);
  WordTable long_;
  std::vector<uint32_t> long_numbers_;  // of each word in long_
  std::vector<FieldValue> words_;
};

}  // namespace paje
