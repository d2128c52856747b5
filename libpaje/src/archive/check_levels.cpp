#include "archive/check_levels.hpp"

#include <algorithm>
#include <cstdlib>

#include "archive/level_maker.hpp"
#include "formats/archive/decimals.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::RowKind;
using archive::SegmentLevel;

std::vector<uint32_t> numbers(std::span<const ValueId> values) {
  std::vector<uint32_t> numbers;
  for (const ValueId value : values) numbers.push_back(value.index);
  return numbers;
}

bool are_near(const std::vector<uint8_t>& a, const std::vector<uint8_t>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](uint8_t x, uint8_t y) { return std::abs(x - y) <= 1; });
}

class LevelCheck {
 public:
  LevelCheck(const archive::Levels& levels, const archive::Index& index, const RowPlaces& places,
             const TraceData& data)
      : levels_(levels), index_(index), places_(places), data_(data) {}

  [[nodiscard]] bool is_right(uint32_t block) const {
    const std::vector<SegmentLevel>& stored = levels_.of_block[block];
    uint32_t row = 0;
    for (std::size_t s = 0; s < stored.size(); ++s) {
      const uint32_t rows = index_.blocks[block].segments[s].rows;
      const uint64_t at = places_.of_block[block][s];
      if (stored[s].cells != 0) {
        SegmentLevel made = stored[s];
        made.shares.clear();
        fill(index_.blocks[block], {row, at, rows}, made);
        if (!are_near(made.shares, stored[s].shares)) return false;
      }
      row += rows;
    }
    return has_late(block);
  }

 private:
  struct Rows {
    uint32_t in_block;
    uint64_t at;
    uint32_t count;
  };
  void fill(const BlockEntry& block, const Rows& rows, SegmentLevel& level) const {
    const auto of = [&](const auto& column) {
      return std::span(column).subspan(rows.at, rows.count);
    };
    if (block.kind == RowKind::variable) {
      const StoredVariables& from = data_.variables;
      return fill_level(VariableSpans{of(from.start), of(from.end), of(from.value)}, level);
    }
    if (block.kind == RowKind::event) {
      const std::vector<uint32_t> values = numbers(of(data_.events.value));
      return fill_level(EventSpans{of(data_.events.time), values}, level);
    }
    const StoredStates& from = data_.states;
    const std::vector<uint32_t> values = numbers(of(from.value));
    const std::span<const double> starts = of(from.start);
    std::vector<double> ends(of(from.end).begin(), of(from.end).end());
    // What ended late has no time in its level.
    for (uint32_t i = block.first_late; i < block.first_late + block.late; ++i) {
      const uint32_t row = index_.late[i].row;
      if (row < rows.in_block || row - rows.in_block >= rows.count) continue;
      ends[row - rows.in_block] = starts[row - rows.in_block];
    }
    fill_level(StateSpans{starts, ends, values, of(from.depth)}, level);
  }
  // That what is said of late states of a block is so.
  [[nodiscard]] bool has_late(uint32_t number) const {
    const BlockEntry& block = index_.blocks[number];
    for (uint32_t i = block.first_late; i < block.first_late + block.late; ++i) {
      uint32_t row = index_.late[i].row;
      std::size_t s = 0;
      for (; row >= block.segments[s].rows; ++s) row -= block.segments[s].rows;
      const uint64_t at = places_.of_block[number][s] + row;
      const archive::LateStart& late = levels_.late[i];
      if (archive::ordered_bits(data_.states.start[at]) != archive::ordered_bits(late.start) ||
          data_.states.value[at].index != late.value || data_.states.depth[at] != late.depth) {
        return false;
      }
    }
    return true;
  }

  const archive::Levels& levels_;
  const archive::Index& index_;
  const RowPlaces& places_;
  const TraceData& data_;
};

}  // namespace

std::vector<uint32_t> wrong_levels(const archive::Levels& levels, const archive::Index& index,
                                   const RowPlaces& places, const TraceData& data,
                                   ThreadPool& parallel) {
  const LevelCheck check(levels, index, places, data);
  std::vector<uint8_t> is_right(levels.of_block.size());
  parallel.for_each(is_right.size(), [&](std::size_t i) {
    is_right[i] = check.is_right(static_cast<uint32_t>(i)) ? 1 : 0;
  });
  std::vector<uint32_t> wrong;
  for (uint32_t i = 0; i < is_right.size(); ++i) {
    if (is_right[i] == 0) wrong.push_back(i);
  }
  return wrong;
}

}  // namespace paje
