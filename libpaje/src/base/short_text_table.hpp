// Texts of up to sixteen bytes, as two numbers, and a table that finds by such a text what was
// numbered before: so that an event, which names its type, container and value by words that were
// there a thousand times, costs two looks into small tables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/word_table.hpp"

namespace paje {

/// A text of one to sixteen bytes, none of which is 0: zeros follow it.
struct ShortText {
  static constexpr std::size_t kMostBytes = 16;

  uint64_t low;
  uint64_t high;

  /// Sixteen bytes from `begin` on can be read.
  [[gnu::always_inline]] ShortText(const char* begin, std::size_t size)
      : low(detail::load8(begin) & kMasks[size + 8]),
        high(detail::load8(begin + 8) & kMasks[size]) {}

 private:
  // What of eight bytes counts; the first eight are for those after a text's first eight.
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
  struct alignas(32) Slot {
    uint64_t low = 0;  // 0 is free
    uint64_t high = 0;
    uint32_t beside = 0;
    uint32_t number = 0;
  };

 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Looks into a table, until something is added to it. A copy of what that takes, which a loop
  /// that changes other things need not read again.
  class Finder {
   public:
    /// What was added for a text, and a number that is next to it; or kNone.
    [[nodiscard, gnu::always_inline]] uint32_t find(ShortText text, uint32_t beside) const {
      std::size_t at = first_slot(text.low, text.high, beside);
      while (true) {
        const Slot& slot = slots_[at];
        if (((slot.low ^ text.low) | (slot.high ^ text.high) | (slot.beside ^ beside)) == 0) {
          return slot.number;
        }
        if (slot.low == 0) return kNone;
        at = (at + 1) & mask_;
      }
    }

   private:
    friend ShortTextTable;

    explicit Finder(const std::vector<Slot>& slots)
        : slots_(slots.data()),
          mask_(slots.size() - 1),
          shift_(64U - static_cast<unsigned>(std::countr_zero(slots.size()))) {}
    // Nobody outside knows the seed, so nobody can choose texts that meet.
    [[nodiscard, gnu::always_inline]] std::size_t first_slot(uint64_t low, uint64_t high,
                                                             uint32_t beside) const {
      return detail::mix(low ^ seed_.low, high ^ seed_.high ^ beside) >> shift_;
    }

    const Slot* slots_;
    std::size_t mask_;
    unsigned shift_;
    detail::HashSeed seed_ = detail::kHashSeed;
  };

  [[nodiscard]] Finder finder() const { return Finder(slots_); }

  /// Adds a number for a text that is not there.
  void add(ShortText text, uint32_t beside, uint32_t number) {
    ++used_;
    if (used_ * (slots_.size() < kSparseSlots ? 8 : 2) > slots_.size()) grow();
    insert(Slot{text.low, text.high, beside, number}, finder());
  }

  /// Forgets everything; memory is kept for the next.
  void clear() {
    if (used_ == 0) return;
    // A table that one chunk made large shrinks again, so that clearing stays cheap.
    if (used_ * 32 < slots_.size()) slots_.resize(std::max(kFirstSlots, slots_.size() / 2));
    std::fill(slots_.begin(), slots_.end(), Slot{});
    used_ = 0;
  }

 private:
  static constexpr std::size_t kFirstSlots = 256;
  // Below that many, an eighth of them is used at most, else a half: what is where it is looked
  // for first takes no branch that depends on the text, and few texts touch few cache lines anyway.
  static constexpr std::size_t kSparseSlots = 4096;

  void insert(const Slot& added, const Finder& finder) {
    std::size_t at = finder.first_slot(added.low, added.high, added.beside);
    while (slots_[at].low != 0) at = (at + 1) & finder.mask_;
    slots_[at] = added;
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    const Finder finder = this->finder();
    for (const Slot& slot : old) {
      if (slot.low != 0) insert(slot, finder);
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);
  std::size_t used_ = 0;
};

}  // namespace paje
