// Level of detail of states that have few different values: how much time each value has had up to
// every that many items. What lies between two items is the difference of two such sums, however
// many items that are; where there are many different values ShareTree is used instead.
//
// Time is counted in ticks, whole numbers, so that differences are exact: a 2^52th of the band's
// time each. Every state has at least one, so that those of no length are noticed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paje::gui {

/// One state: its value, and how long it lasts in seconds.
struct Lasting {
  uint32_t value = 0;
  double seconds = 0;
};

class RunningSums {
 public:
  static constexpr std::size_t kMostValues = 32;
  using Ticks = std::array<int64_t, kMostValues>;

  RunningSums() = default;
  /// `item(i)` gives the Lasting of item i; all lie within `span` seconds and none overlap. Takes
  /// some `bytes` for each of them. Empty if there are too many different values, or too few items
  /// to be worth it. O(count).
  template <class Item>
  RunningSums(uint64_t count, double span, std::size_t bytes, Item&& item);

  [[nodiscard]] bool empty() const { return sums_.empty(); }
  /// In the order of their slots: ascending.
  [[nodiscard]] const std::vector<uint32_t>& values() const { return values_; }
  [[nodiscard]] double tick() const { return tick_; }

  /// Sums of the items [0, i), by slot. O(values).
  template <class Item>
  void at(uint64_t i, Item&& item, Ticks& ticks) const {
    const uint64_t block = std::min(i >> shift_, last_block_);
    const int64_t* from = sums_.data() + block * values_.size();
    for (std::size_t slot = 0; slot < values_.size(); ++slot) ticks[slot] = from[slot];
    for (uint64_t j = block << shift_; j < i; ++j) add(item(j), ticks);
  }
  /// What at(i) will read. (A function here that only prefetches it would be taken by GCC 12 for
  /// one without effect, and left out.)
  [[nodiscard]] std::span<const int64_t> block_of(uint64_t i) const {
    return std::span(sums_).subspan(std::min(i >> shift_, last_block_) * values_.size(),
                                    values_.size());
  }
  /// How many ticks of a value lie in that many seconds of a state, the last tick aside.
  [[nodiscard]] int64_t ticks_in(double seconds) const { return ticks_of(seconds) - 1; }
  [[nodiscard]] std::size_t slot_of(uint32_t value) const {
    return slots_[value - values_.front()];
  }
  /// Adds one item.
  void add(const Lasting& item, Ticks& ticks) const {
    ticks[slot_of(item.value)] += ticks_of(item.seconds);
  }

  [[nodiscard]] std::size_t bytes() const {
    return sums_.capacity() * sizeof(int64_t) + slots_.capacity() +
           values_.capacity() * sizeof(uint32_t);
  }

 private:
  static constexpr double kTicks = 4503599627370496;  // 2^52
  static constexpr double kShortestSpan = 1e-270;     // whose ticks and their number are finite
  static constexpr uint32_t kWidest = 4096;  // numbers of values, from the least to the greatest

  [[nodiscard]] int64_t ticks_of(double seconds) const {
    // Ordered so that what is not a number counts as nothing.
    const double ticks = std::min(std::max(0.0, seconds * ticks_in_second_), kTicks);
    return static_cast<int64_t>(ticks) + 1;
  }
  // Finds out which values there are; false if that are too many.
  template <class Item>
  bool find_values(uint64_t count, Item&& item);

  std::vector<uint32_t> values_;
  std::vector<uint8_t> slots_;  // by value, from the least one on
  std::vector<int64_t> sums_;   // of each block's begin, one for each slot
  uint32_t shift_ = 4;          // a block is 2^shift_ items
  uint64_t last_block_ = 0;
  double tick_ = 1;
  double ticks_in_second_ = 1;
};

template <class Item>
bool RunningSums::find_values(uint64_t count, Item&& item) {
  uint32_t least = item(0).value;
  uint32_t greatest = least;
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t value = item(i).value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  if (greatest - least >= kWidest) return false;
  slots_.assign(greatest - least + std::size_t{1}, 0);
  for (uint64_t i = 0; i < count; ++i) slots_[item(i).value - least] = 1;
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] == 0) continue;
    slots_[i] = static_cast<uint8_t>(values_.size());
    values_.push_back(least + i);
    if (values_.size() > kMostValues) return false;
  }
  return true;
}

template <class Item>
RunningSums::RunningSums(uint64_t count, double span, std::size_t bytes, Item&& item) {
  constexpr uint64_t kFewest = 64;
  if (count < kFewest || !std::isfinite(span) || span < 0) return;
  if (!find_values(count, item)) {
    *this = {};
    return;
  }
  // Of a span too short for that, or of none, every item is a tick or a few.
  const double counted = std::max(span, kShortestSpan);
  tick_ = counted / kTicks;
  ticks_in_second_ = kTicks / counted;
  const std::size_t block = values_.size() * sizeof(int64_t);
  const auto items = std::bit_ceil(std::max<std::size_t>(block / bytes, 16));
  shift_ = static_cast<uint32_t>(std::countr_zero(items));
  sums_.reserve((count / items + 1) * values_.size());
  Ticks ticks{};
  for (uint64_t i = 0; i < count; ++i) {
    if (i % items == 0) sums_.insert(sums_.end(), ticks.begin(), ticks.begin() + values_.size());
    add(item(i), ticks);
  }
  last_block_ = (count - 1) / items;
}

}  // namespace paje::gui
