// Sums of amounts of a few values among many. Clearing them costs only as much as they contain,
// because they are reused often.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

/// Whether `x` precedes `y`: by absolute amount, then by number.
inline bool is_larger(const ValueAmount& x, const ValueAmount& y) {
  const double first = std::abs(x.amount);
  const double second = std::abs(y.amount);
  return first != second ? first > second : x.value < y.value;
}

/// Maps values to indices of a list that has only some of them.
class ValuePlaces {
 public:
  static constexpr uint32_t kNowhere = UINT32_MAX;

  /// `values`: the number of possible values. As each track has such maps, they do not use memory
  /// for all values if there are very many.
  explicit ValuePlaces(std::size_t values) : dense_(values <= kMostDense ? values : 0, kNowhere) {}

  /// The index of a value, kNowhere at first; the reference is valid until the next call.
  uint32_t& of(uint32_t value) {
    if (!dense_.empty()) return dense_[value];
    return sparse_.try_emplace(value, kNowhere).first->second;
  }
  void forget(uint32_t value) {
    if (!dense_.empty()) {
      dense_[value] = kNowhere;
    } else {
      sparse_.erase(value);
    }
  }

 private:
  static constexpr std::size_t kMostDense = 2048;

  std::vector<uint32_t> dense_;  // empty if there are too many values
  std::unordered_map<uint32_t, uint32_t> sparse_;
};

class ValueSums {
 public:
  explicit ValueSums(std::size_t values) : places_(values) {}

  void add(uint32_t value, double amount) {
    uint32_t& place = places_.of(value);
    if (place == ValuePlaces::kNowhere) {
      place = static_cast<uint32_t>(held_.size());
      held_.push_back({value, 0});
    }
    held_[place].amount += amount;
  }
  void add(const ValueSums& others) {
    for (const ValueAmount& held : others.held_) add(held.value, held.amount);
  }
  void clear() {
    for (const ValueAmount& held : held_) places_.forget(held.value);
    held_.clear();
  }

  /// Non-zero amounts, the greatest first.
  [[nodiscard]] std::vector<ValueAmount> amounts() const {
    std::vector<ValueAmount> amounts;
    for (const ValueAmount& held : held_) {
      if (held.amount != 0) amounts.push_back(held);
    }
    std::sort(amounts.begin(), amounts.end(), is_larger);
    return amounts;
  }

 private:
  ValuePlaces places_;
  std::vector<ValueAmount> held_;  // in order of first appearance
};

}  // namespace paje
