// Words of up to sixteen bytes as two numbers, and a table that finds by such words what was
// numbered before: so that an event, which names its type, container and value by words that were
// there a thousand times, costs two looks into small tables.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/word_table.hpp"

namespace paje {

/// A word of up to sixteen bytes: with its size, two numbers that no other such word has.
struct ShortWord {
  uint64_t low = 0;
  uint64_t high = 0;
  uint32_t size = 0;  ///< 0 if the word is empty or longer

  /// Seven bytes after the word can be read.
  [[gnu::always_inline]] explicit ShortWord(std::string_view word) {
    if (word.size() - 1 < 8) {
      low = last_bytes(word.data(), word.size());
    } else if (word.size() - 9 < 8) {
      low = detail::load8(word.data());
      high = last_bytes(word.data() + 8, word.size() - 8);
    } else {
      return;
    }
    size = static_cast<uint32_t>(word.size());
  }

 private:
  [[gnu::always_inline]] static uint64_t last_bytes(const char* from, std::size_t count) {
    return detail::load8(from) << (64U - 8U * static_cast<unsigned>(count));
  }
};

class WordKeyTable {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  WordKeyTable() { resize(kFirstSlots); }

  /// What is kept for a number and a short word; kFree if it was not asked for before, and then to
  /// be set. The reference holds until the next call.
  [[gnu::always_inline]] uint32_t& number_of(uint64_t first, const ShortWord& word) {
    std::size_t at = first_slot(first, word);
    while (!slots_[at].is(first, word)) {
      if (slots_[at].word_size == 0) return add(first, word);
      at = (at + 1) & mask_;
    }
    return slots_[at].number;
  }

  /// Forgets everything; memory is kept for the next.
  void clear() {
    if (used_ == 0) return;
    // A table that one chunk made large shrinks again, so that clearing stays cheap.
    if (used_ * 8 < slots_.size()) resize(std::max(kFirstSlots, slots_.size() / 2));
    std::fill(slots_.begin(), slots_.end(), Slot{});
    used_ = 0;
  }

 private:
  static constexpr std::size_t kFirstSlots = 256;

  struct Slot {
    uint64_t first = 0;
    uint64_t low = 0;
    uint64_t high = 0;
    uint32_t word_size = 0;  // 0 is free
    uint32_t number = kFree;

    [[nodiscard]] bool is(uint64_t other, const ShortWord& word) const {
      return ((first ^ other) | (low ^ word.low) | (high ^ word.high) | (word_size ^ word.size)) ==
             0;
    }
  };
  static_assert(sizeof(Slot) == 32);

  [[nodiscard]] std::size_t first_slot(uint64_t first, const ShortWord& word) const {
    return start_of(first, word.low, word.high);
  }
  // The upper bits, for the lower ones know nothing of a short word's bytes. Nobody outside knows
  // the factors, so nobody can choose words that meet.
  [[nodiscard]] std::size_t start_of(uint64_t first, uint64_t low, uint64_t high) const {
    const uint64_t mixed = low * (detail::kHashSeed.low | 1U) +
                           high * (detail::kHashSeed.high | 1U) + first * 0x9E3779B97F4A7C15;
    return mixed >> shift_;
  }
  void resize(std::size_t size) {
    slots_.resize(size);
    mask_ = size - 1;
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(size));
  }

  // Out of the way of what is there already, which is nearly all.
  [[gnu::noinline]] uint32_t& add(uint64_t first, const ShortWord& word) {
    if (++used_ * 2 > slots_.size()) grow();
    std::size_t at = first_slot(first, word);
    while (slots_[at].word_size != 0) at = (at + 1) & mask_;
    slots_[at] = {first, word.low, word.high, word.size, kFree};
    return slots_[at].number;
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, {});
    resize(old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.word_size == 0) continue;
      std::size_t at = start_of(slot.first, slot.low, slot.high);
      while (slots_[at].word_size != 0) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
};

}  // namespace paje
