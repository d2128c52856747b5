// Texts of up to sixteen bytes, as two numbers, and a table that finds by such a text what was
// numbered before: so that an event, which names its type, container and value by words that were
// there a thousand times, costs two looks into small tables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/word_table.hpp"

namespace paje {

/// A text of one to sixteen bytes: with its size, two numbers that no other such text has.
struct ShortText {
  static constexpr std::size_t kMostBytes = 16;

  uint64_t low = 0;  ///< the first eight bytes, zeros after a shorter text
  uint64_t high = 0;
  uint32_t size = 0;  ///< 0 of none

  /// Sixteen bytes from `begin` on can be read.
  [[gnu::always_inline]] ShortText(const char* begin, std::size_t bytes)
      : low(detail::load8(begin) & kMasks[bytes + 8]),
        high(detail::load8(begin + 8) & kMasks[bytes]),
        size(static_cast<uint32_t>(bytes)) {}
  /// Seven bytes after the text can be read. None of an empty text and of a longer one.
  [[gnu::always_inline]] explicit ShortText(std::string_view text) {
    if (text.size() - 1 < 8) {
      low = first_bytes(text.data(), text.size());
    } else if (text.size() - 9 < 8) {
      low = detail::load8(text.data());
      high = first_bytes(text.data() + 8, text.size() - 8);
    } else {
      return;
    }
    size = static_cast<uint32_t>(text.size());
  }

 private:
  [[gnu::always_inline]] static uint64_t first_bytes(const char* from, std::size_t count) {
    const unsigned others = 64U - 8U * static_cast<unsigned>(count);
    return detail::load8(from) << others >> others;
  }
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
    uint64_t low = 0;
    uint64_t high = 0;
    uint64_t first = 0;
    uint32_t size = 0;  // 0 is free
    uint32_t number = 0;

    [[nodiscard, gnu::always_inline]] bool is(uint64_t other, const ShortText& text) const {
      return ((first ^ other) | (low ^ text.low) | (high ^ text.high) | (size ^ text.size)) == 0;
    }
  };
  static_assert(sizeof(Slot) == 32);

 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// Looks into a table, until something is added to it. A copy of what that needs, which a loop
  /// that changes other things need not read again.
  class Finder {
   public:
    /// What was added for a number and a text; or kNone.
    [[nodiscard, gnu::always_inline]] uint32_t find(uint64_t first, const ShortText& text) const {
      std::size_t at = start_of(first, text.low, text.high);
      while (true) {
        const Slot& slot = slots_[at];
        if (slot.is(first, text)) return slot.number;
        if (slot.size == 0) return kNone;
        at = (at + 1) & mask_;
      }
    }

   private:
    friend ShortTextTable;

    explicit Finder(const std::vector<Slot>& slots)
        : slots_(slots.data()),
          mask_(slots.size() - 1),
          shift_(64U - static_cast<unsigned>(std::countr_zero(slots.size()))) {}
    // The upper bits, for the lower ones depend on few of a text's bytes. Nobody outside knows the
    // factors, so nobody can choose texts that meet.
    [[nodiscard, gnu::always_inline]] std::size_t start_of(uint64_t first, uint64_t low,
                                                           uint64_t high) const {
      const uint64_t mixed =
          low * (seed_.low | 1U) + high * (seed_.high | 1U) + first * 0x9E3779B97F4A7C15;
      return mixed >> shift_;
    }

    const Slot* slots_;
    std::size_t mask_;
    unsigned shift_;
    detail::HashSeed seed_ = detail::kHashSeed;
  };

  [[nodiscard]] Finder finder() const { return Finder(slots_); }

  /// Adds a number for a text that is not there.
  void add(uint64_t first, const ShortText& text, uint32_t number) {
    slot_for(first, text).number = number;
  }

  /// What is kept for a number and a text; kNone if it was not asked for before, and then to be
  /// set. The reference holds until the next call.
  [[gnu::always_inline]] uint32_t& number_of(uint64_t first, const ShortText& text) {
    std::size_t at = finder().start_of(first, text.low, text.high);
    while (!slots_[at].is(first, text)) {
      if (slots_[at].size == 0) return slot_for(first, text).number;
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at].number;
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

  // Out of the way of what is there already, which is nearly all.
  [[gnu::noinline]] Slot& slot_for(uint64_t first, const ShortText& text) {
    ++used_;
    if (used_ * (slots_.size() < kSparseSlots ? 8 : 2) > slots_.size()) grow();
    return insert({text.low, text.high, first, text.size, kNone}, finder());
  }

  Slot& insert(const Slot& added, const Finder& finder) {
    std::size_t at = finder.start_of(added.first, added.low, added.high);
    while (slots_[at].size != 0) at = (at + 1) & finder.mask_;
    return slots_[at] = added;
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    const Finder finder = this->finder();
    for (const Slot& slot : old) {
      if (slot.size != 0) insert(slot, finder);
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);
  std::size_t used_ = 0;
};

}  // namespace paje
