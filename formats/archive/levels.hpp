// Levels of detail: what the rows of a segment look like from afar, in cells of time. All cells are
// on one grid, whose widths are powers of two, so that cells of any segments add up exactly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/archive/index.hpp"

namespace paje::archive {

/// Stands for all values of a depth that have no lane of their own.
inline constexpr uint32_t kOtherValues = UINT32_MAX;
/// What the lanes of a variable are, in the order of their depths.
enum class VariableLane : uint8_t { least, greatest, mean, last };
inline constexpr uint32_t kVariableLanes = 4;

/// Of states: those of one depth and value. Of events: those of a value. Of variables: depth is a
/// VariableLane.
struct Lane {
  uint32_t depth = 0;
  uint32_t value = 0;
  friend auto operator<=>(const Lane&, const Lane&) = default;
};

struct SegmentLevel {
  uint32_t cells = 0;        ///< 0: nothing is known of the segment
  int32_t exponent = 0;      ///< a cell is 2^exponent seconds wide
  int64_t first = 0;         ///< the first cell begins at first * 2^exponent
  double low = 0, high = 0;  ///< of variables: what 0 and 255 stand for
  std::vector<Lane> lanes;   ///< in ascending order
  /// Of each lane its cells. States: time in the cell, in parts of its width. Events: how many, 255
  /// or more. Variables: numbers from low to high; where least is above greatest, there is none.
  std::vector<uint8_t> shares;
  friend bool operator==(const SegmentLevel&, const SegmentLevel&) = default;
};

/// A state that is nowhere in its segment's level, because it ended later.
struct LateStart {
  double start = 0;
  uint32_t value = 0;
  uint32_t depth = 0;
  friend bool operator==(const LateStart&, const LateStart&) = default;
};

struct Levels {
  /// Of each segment of each block; of blocks where none has cells, nothing.
  std::vector<std::vector<SegmentLevel>> of_block;
  std::vector<LateStart> late;  ///< of each of Index::late
};

[[nodiscard]] constexpr bool has_levels(RowKind kind) { return kind != RowKind::link; }

/// The section, not packed.
void write_levels(const std::vector<BlockEntry>& blocks, const Levels& levels, std::string& out);
/// Of blocks that have their segments. `values`: how many the trace has. Throws Damage.
[[nodiscard]] Levels read_levels(ByteReader from, const Index& index, uint64_t values);

}  // namespace paje::archive
