#include "formats/archive/levels.hpp"

#include <cmath>
#include <span>
#include <utility>

#include "formats/archive/decimals.hpp"
#include "formats/archive/integers.hpp"

namespace paje::archive {

namespace {

// So that all cells begin at times that a double has.
constexpr int64_t kMostCell = int64_t{1} << 52U;
constexpr int32_t kMostExponent = 960;

template <class Things, class Get>
void put_differences(const Things& things, Get&& get, std::string& out) {
  std::vector<uint64_t> numbers;
  for (const auto* thing : things) numbers.push_back(get(*thing));
  write_differences(numbers, out);
}

std::vector<const SegmentLevel*> levels_with_cells(const Levels& levels) {
  std::vector<const SegmentLevel*> some;
  for (const auto& block : levels.of_block) {
    for (const SegmentLevel& level : block) {
      if (level.cells != 0) some.push_back(&level);
    }
  }
  return some;
}

class LevelsReader {
 public:
  LevelsReader(ByteReader from, const Index& index, uint64_t values)
      : from_(from), index_(index), values_(values) {}

  Levels read() {
    read_cells();
    read_grid();
    read_lanes();
    read_bounds();
    read_shares();
    read_late();
    from_.end();
    return std::move(levels_);
  }

 private:
  uint32_t below(uint64_t number, uint64_t limit, const char* what) {
    if (number >= limit) {
      from_.fail(what + (" " + std::to_string(number)), "one below " + std::to_string(limit));
    }
    return static_cast<uint32_t>(number);
  }
  void read_cells() {
    std::size_t count = 0;
    for (const BlockEntry& block : index_.blocks) {
      const std::size_t segments = has_levels(block.kind) ? block.segments.size() : 0;
      levels_.of_block.emplace_back(segments);
      count += segments;
    }
    std::vector<uint32_t> cells(count);
    read_integers(from_, cells);
    std::size_t next = 0;
    for (std::size_t i = 0; i < index_.blocks.size(); ++i) {
      const BlockEntry& block = index_.blocks[i];
      for (std::size_t s = 0; s < levels_.of_block[i].size(); ++s) {
        SegmentLevel& level = levels_.of_block[i][s];
        level.cells = below(cells[next++], uint64_t{block.segments[s].rows} + 1, "cells of rows:");
        if (level.cells != 0) some_.push_back({block.kind, &level});
      }
    }
  }
  void read_grid() {
    const std::vector<uint64_t> exponents = read_differences(from_, some_.size());
    const std::vector<uint64_t> firsts = read_differences(from_, some_.size());
    for (std::size_t i = 0; i < some_.size(); ++i) {
      SegmentLevel& level = *some_[i].level;
      const auto exponent = static_cast<int64_t>(exponents[i]);
      level.first = static_cast<int64_t>(firsts[i]);
      if (exponent < -kMostExponent || exponent > kMostExponent || level.first < -kMostCell ||
          level.first > kMostCell - level.cells) {
        from_.fail("cells at " + std::to_string(level.first) + " * 2^" + std::to_string(exponent),
                   "times");
      }
      level.exponent = static_cast<int32_t>(exponent);
    }
  }
  void read_lanes() {
    std::vector<uint64_t> counts(some_.size());
    read_integers(from_, counts);
    uint64_t all = 0;
    uint64_t bytes = 0;
    for (std::size_t i = 0; i < some_.size(); ++i) {
      // Each cell of a lane is a byte that follows.
      if (counts[i] == 0 || counts[i] > (from_.left() - bytes) / some_[i].level->cells) {
        from_.fail(std::to_string(counts[i]) + " lanes", "as many as there are bytes of");
      }
      bytes += counts[i] * some_[i].level->cells;
      all += counts[i];
    }
    const std::vector<uint64_t> depths = read_differences(from_, all);
    const std::vector<uint64_t> values = read_differences(from_, all);
    std::size_t next = 0;
    for (std::size_t i = 0; i < some_.size(); ++i) {
      for (uint64_t lane = 0; lane < counts[i]; ++lane, ++next) {
        // 0 for others, which come last.
        const uint64_t value = values[next] - 1;
        add_lane(some_[i], {below(depths[next], uint64_t{1} << 32U, "depth"),
                            value == UINT64_MAX ? kOtherValues : below(value, values_, "value")});
      }
      if (some_[i].kind == RowKind::variable && counts[i] != kVariableLanes) {
        from_.fail(std::to_string(counts[i]) + " lanes of a variable",
                   std::to_string(kVariableLanes));
      }
    }
  }
  template <class Some>
  void add_lane(const Some& some, Lane lane) {
    std::vector<Lane>& lanes = some.level->lanes;
    const bool is_of_kind =
        some.kind == RowKind::state ||
        (some.kind == RowKind::event ? lane.depth == 0
                                     : lane.depth == lanes.size() && lane.value == kOtherValues);
    if (!is_of_kind || (!lanes.empty() && !(lanes.back() < lane))) {
      from_.fail("a lane of depth " + std::to_string(lane.depth), "lanes in order");
    }
    lanes.push_back(lane);
  }
  void read_bounds() {
    std::size_t count = 0;
    for (const auto& some : some_) count += some.kind == RowKind::variable ? 1 : 0;
    std::vector<uint64_t> bits(2 * count);
    read_integers(from_, bits);
    std::size_t next = 0;
    for (const auto& some : some_) {
      if (some.kind != RowKind::variable) continue;
      some.level->low = from_ordered_bits(bits[next++]);
      some.level->high = from_ordered_bits(bits[next++]);
      if (!std::isfinite(some.level->low) || !std::isfinite(some.level->high) ||
          some.level->low > some.level->high) {
        from_.fail("bounds of a variable in disorder", "numbers in order");
      }
    }
  }
  void read_shares() {
    for (const auto& some : some_) {
      const std::string_view bytes =
          from_.take(some.level->lanes.size() * std::size_t{some.level->cells});
      some.level->shares.assign(bytes.begin(), bytes.end());
    }
  }
  void read_late() {
    const std::size_t count = index_.late.size();
    const std::vector<uint64_t> starts = read_differences(from_, count);
    const std::vector<uint64_t> values = read_differences(from_, count);
    const std::vector<uint64_t> depths = read_differences(from_, count);
    for (std::size_t i = 0; i < count; ++i) {
      levels_.late.push_back({from_ordered_bits(starts[i]), below(values[i], values_, "value"),
                              below(depths[i], uint64_t{1} << 32U, "depth")});
    }
  }

  struct Some {
    RowKind kind;
    SegmentLevel* level;
  };
  ByteReader from_;
  const Index& index_;
  uint64_t values_;
  Levels levels_;
  std::vector<Some> some_;  // that have cells
};

}  // namespace

void write_levels(const std::vector<BlockEntry>& blocks, const Levels& levels, std::string& out) {
  std::vector<uint32_t> cells;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::size_t segments = has_levels(blocks[i].kind) ? blocks[i].segments.size() : 0;
    const auto& of_block = levels.of_block[i];
    for (const SegmentLevel& level : of_block) cells.push_back(level.cells);
    if (of_block.empty()) cells.resize(cells.size() + segments);
  }
  write_integers(cells, out);
  const std::vector<const SegmentLevel*> some = levels_with_cells(levels);
  put_differences(
      some, [](const SegmentLevel& level) { return static_cast<uint64_t>(level.exponent); }, out);
  put_differences(
      some, [](const SegmentLevel& level) { return static_cast<uint64_t>(level.first); }, out);
  std::vector<uint64_t> counts;
  std::vector<const Lane*> lanes;
  for (const SegmentLevel* level : some) {
    counts.push_back(level->lanes.size());
    for (const Lane& lane : level->lanes) lanes.push_back(&lane);
  }
  write_integers(counts, Coder::planes, out);
  put_differences(
      lanes, [](const Lane& lane) { return uint64_t{lane.depth}; }, out);
  put_differences(
      lanes,
      [](const Lane& lane) { return lane.value == kOtherValues ? 0 : uint64_t{lane.value} + 1; },
      out);
  std::vector<uint64_t> bounds;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind != RowKind::variable) continue;
    for (const SegmentLevel& level : levels.of_block[i]) {
      if (level.cells == 0) continue;
      bounds.push_back(ordered_bits(level.low));
      bounds.push_back(ordered_bits(level.high));
    }
  }
  write_integers(bounds, Coder::planes, out);
  for (const SegmentLevel* level : some) out.append(level->shares.begin(), level->shares.end());
  std::vector<uint64_t> starts, values, depths;
  for (const LateStart& late : levels.late) {
    starts.push_back(ordered_bits(late.start));
    values.push_back(late.value);
    depths.push_back(late.depth);
  }
  write_differences(starts, out);
  write_differences(values, out);
  write_differences(depths, out);
}

Levels read_levels(ByteReader from, const Index& index, uint64_t values) {
  return LevelsReader(from, index, values).read();
}

}  // namespace paje::archive
