// Texts of up to sixteen bytes, as two numbers, and a table that finds by such a text
// what was numbered before: so that an event, which names its type, container and value by words
// that were there a thousand times, costs two looks into small tables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "word_table.hpp"

namespace paje {

/// A text of one to sixteen bytes, none of which is 0: zeros stand behind it.
struct ShortText {
  static constexpr std::size_t kMostBytes = 16;

  uint64_t low;
  uint64_t high;

  /// Sixteen bytes from `begin` on can be read.
  [[gnu::always_inline]] ShortText(const char* begin, std::size_t size)
      : low(detail::load8(begin) & kMasks[size + 8]),
        high(detail::load8(begin + 8) & kMasks[size]) {}

 private:
  // What of eight bytes counts; the first eight are for those behind a text's first eight.
  static constexpr std::array<uint64_t, kMostBytes + 9> kMasks = [] {
    std::array<uint64_t, kMostBytes + 9> masks{};
    for (std::size_t i = 0; i < masks.size(); ++i) {
      const std::size_t bytes = i < 8 ? 0 : i - 8;
      masks[i] = bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * bytes)) - 1;
    }
    return masks;
  }();
};

class ShortTextTable {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  ShortTextTable() { resize(kFirstSlots); }

  /// What is kept for a text, and a number that stands beside it; kFree if it was not asked for
  /// before, and then to be set. The reference holds until the next call.
  [[gnu::always_inline]] uint32_t& number_of(ShortText text, uint32_t beside) {
    std::size_t at = first_slot(text.low, text.high, beside);
    while (!slots_[at].is(text, beside)) {
      if (slots_[at].low == 0) return add(text, beside);
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
    uint64_t low = 0;  // 0 is free
    uint64_t high = 0;
    uint32_t beside = 0;
    uint32_t number = kFree;

    [[nodiscard]] bool is(ShortText text, uint32_t other) const {
      return ((low ^ text.low) | (high ^ text.high) | (beside ^ other)) == 0;
    }
  };
  static_assert(sizeof(Slot) == 24);

  // Nobody outside knows the seed, so nobody can choose texts that meet.
  [[nodiscard]] std::size_t first_slot(uint64_t low, uint64_t high, uint32_t beside) const {
    return (detail::mix(low ^ seed_.low, high ^ seed_.high) + beside * kOdd) >> shift_;
  }
  void resize(std::size_t size) {
    slots_.resize(size);
    mask_ = size - 1;
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(size));
  }

  // Out of the way of what is there already, which is nearly all.
  [[gnu::noinline]] uint32_t& add(ShortText text, uint32_t beside) {
    if (++used_ * 2 > slots_.size()) grow();
    std::size_t at = first_slot(text.low, text.high, beside);
    while (slots_[at].low != 0) at = (at + 1) & mask_;
    slots_[at] = {text.low, text.high, beside, kFree};
    return slots_[at].number;
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, {});
    resize(old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.low == 0) continue;
      std::size_t at = first_slot(slot.low, slot.high, slot.beside);
      while (slots_[at].low != 0) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  static constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  std::size_t used_ = 0;
  detail::HashSeed seed_ = detail::hash_seed;
};

}  // namespace paje
