// Numbers pairs of numbers in order of first appearance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/word_table.hpp"

namespace paje {

class PairNumbering {
 public:
  static constexpr uint32_t kFree = UINT32_MAX;

  PairNumbering() : slots_(kFirstSlots) {}

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

/// The same for the pairs of one chunk, where the first number is mostly one of a few, such as
/// those of types: a row of numbers for each of those, a PairNumbering for the others.
class SmallPairNumbering {
 public:
  static constexpr uint32_t kFree = PairNumbering::kFree;

  uint32_t* number_of(uint32_t first, uint32_t second) {
    if (first > kWidest || second > kWidest) return other(first, second);
    if (first >= row_of_.size()) widen(row_of_, first);
    uint32_t& row = row_of_[first];
    if (row == kFree) {
      if (used_rows_ == kMostRows) return other(first, second);
      row = used_rows_++;
      if (row == rows_.size()) rows_.emplace_back();
    }
    std::vector<uint32_t>& numbers = rows_[row];
    if (second >= numbers.size()) widen(numbers, second);
    return &numbers[second];
  }

  /// Takes no longer for rows that another chunk made wide.
  void clear() {
    for (uint32_t row = 0; row < used_rows_; ++row) rows_[row].clear();
    used_rows_ = 0;
    row_of_.clear();
    if (others_.size() != 0) others_ = {};
    other_numbers_.clear();
  }

 private:
  static constexpr uint32_t kMostRows = 64;
  static constexpr uint32_t kWidest = 1 << 14;

  static void widen(std::vector<uint32_t>& numbers, uint32_t last) {
    numbers.resize(std::max(last + std::size_t{1}, numbers.size() * 2), kFree);
  }
  uint32_t* other(uint32_t first, uint32_t second) {
    const auto [number, is_new] = others_.number_of(first, second);
    if (is_new) other_numbers_.push_back(kFree);
    return &other_numbers_[number];
  }

  std::vector<uint32_t> row_of_;  // for each first number, or kFree
  std::vector<std::vector<uint32_t>> rows_;
  uint32_t used_rows_ = 0;
  PairNumbering others_;
  std::vector<uint32_t> other_numbers_;
};

}  // namespace paje
