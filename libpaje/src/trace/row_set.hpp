// A set of rows that have a value, with the rank of each row in it: in memory in proportion to
// the values, so that many columns of few values each take little.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace paje {

class RowSet {
 public:
  static constexpr uint64_t kNoPlace = UINT64_MAX;

  /// Of `rows` rows, `count` are going to be added.
  RowSet(uint64_t rows, uint64_t count)
      : rows_(rows), count_(count), has_all_(count == rows), has_bits_(count >= rows / kBits) {
    if (has_all_) return;
    if (has_bits_) {
      blocks_.resize(rows / kBits + 1);
    } else {
      list_.reserve(count);
    }
  }

  /// In ascending order.
  void add(uint64_t row) {
    if (has_all_) return;
    if (!has_bits_) return list_.push_back(row);
    Block& block = blocks_[row / kBits];
    if (block.bits == 0) block.before = added_;
    block.bits |= uint64_t{1} << row % kBits;
    ++added_;
  }

  [[nodiscard]] uint64_t rows() const { return rows_; }
  [[nodiscard]] uint64_t count() const { return count_; }

  [[nodiscard]] uint64_t place(uint64_t row) const {
    if (has_all_) return row;
    if (!has_bits_) {
      const auto found = std::lower_bound(list_.begin(), list_.end(), row);
      if (found == list_.end() || *found != row) return kNoPlace;
      return static_cast<uint64_t>(found - list_.begin());
    }
    const Block& block = blocks_[row / kBits];
    const uint64_t bit = uint64_t{1} << row % kBits;
    if ((block.bits & bit) == 0) return kNoPlace;
    return block.before + static_cast<uint64_t>(std::popcount(block.bits & (bit - 1)));
  }

  [[nodiscard]] std::vector<uint64_t> list() const {
    if (!has_all_ && !has_bits_) return list_;
    std::vector<uint64_t> rows;
    rows.reserve(count_);
    for (uint64_t row = 0; row < rows_; ++row) {
      if (place(row) != kNoPlace) rows.push_back(row);
    }
    return rows;
  }

 private:
  static constexpr uint64_t kBits = 64;
  struct Block {
    uint64_t bits = 0;
    uint64_t before = 0;  // how many rows of earlier blocks, if it has any of its own
  };

  uint64_t rows_;
  uint64_t count_;
  bool has_all_;
  bool has_bits_;
  uint64_t added_ = 0;
  std::vector<Block> blocks_;
  std::vector<uint64_t> list_;
};

}  // namespace paje
