// Numbers pairs of numbers in order of first appearance.
#pragma once

#include <cstdint>
#include <vector>

#include "word_table.hpp"

namespace paje {

class PairTable {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  PairTable() : slots_(kFirstSlots) {}

  /// The pair's number, or kFree.
  [[nodiscard]] uint32_t find(uint32_t first, uint32_t second) const {
    const uint64_t pair = static_cast<uint64_t>(first) << 32 | second;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = start_of(pair) & mask;
    while (slots_[at].number != kFree && slots_[at].pair != pair) at = (at + 1) & mask;
    return slots_[at].number;
  }
  [[nodiscard]] uint32_t size() const { return count_; }

  struct Found {
    uint32_t number;
    bool is_new;
  };
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
  static constexpr std::size_t kFirstSlots = 64;

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

/// The same for the pairs of one chunk, where the first number is mostly one of a few: a row of
/// numbers for each of those, a PairTable for the others.
class ChunkPairTable {
 public:
  uint32_t* number_of(uint32_t first, uint32_t second) {
    if (first < rows_.size()) {
      std::vector<uint32_t>& row = rows_[first];
      if (second >= row.size()) {
        if (second > kWidest) return other(first, second);
        row.resize(std::max<std::size_t>(second + std::size_t{1}, row.size() * 2), kFree);
      }
      return &row[second];
    }
    if (first >= kMostRows || second > kWidest) return other(first, second);
    rows_.resize(first + std::size_t{1});
    return number_of(first, second);
  }

  static constexpr uint32_t kFree = PairTable::kFree;

  void clear() {
    for (auto& row : rows_) {
      // A row that one chunk made wide is given up, so that clearing stays cheap.
      if (row.size() > kKept) row = {};
      std::fill(row.begin(), row.end(), kFree);
    }
    others_ = {};
    other_numbers_.clear();
  }

 private:
  static constexpr uint32_t kMostRows = 64;
  static constexpr uint32_t kWidest = 1 << 14;
  static constexpr std::size_t kKept = 1 << 10;

  uint32_t* other(uint32_t first, uint32_t second) {
    const auto [number, is_new] = others_.number_of(first, second);
    if (is_new) other_numbers_.push_back(kFree);
    return &other_numbers_[number];
  }

  std::vector<std::vector<uint32_t>> rows_;
  PairTable others_;
  std::vector<uint32_t> other_numbers_;
};

}  // namespace paje
