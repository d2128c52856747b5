// What rows of a segment look like from afar: the levels of detail of an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/archive/levels.hpp"

namespace paje {

/// Rows of one track, one after the other.
struct StateSpans {
  std::span<const double> start, end;
  std::span<const uint32_t> value, depth;
};
struct VariableSpans {
  std::span<const double> start, end, value;
};
struct EventSpans {
  std::span<const double> time;
  std::span<const uint32_t> value;
};

/// How many rows a cell stands for, and how many there have to be. Twice as many in a cell halve
/// the levels, but not what else an archive has; fewer are soon more than the rows themselves.
struct LevelGrain {
  std::size_t rows_in_cell = 64;
  std::size_t least_rows = 64;
};

/// The level of rows: a grid that is fine enough for them, and lanes for their values. Without
/// cells where the rows are too few, or not all numbers are finite.
[[nodiscard]] archive::SegmentLevel level_of(const StateSpans& rows, LevelGrain grain = {});
[[nodiscard]] archive::SegmentLevel level_of(const VariableSpans& rows, LevelGrain grain = {});
[[nodiscard]] archive::SegmentLevel level_of(const EventSpans& rows, LevelGrain grain = {});

/// Fills the cells of a level whose grid, bounds and lanes are known.
void fill_level(const StateSpans& rows, archive::SegmentLevel& level);
void fill_level(const VariableSpans& rows, archive::SegmentLevel& level);
void fill_level(const EventSpans& rows, archive::SegmentLevel& level);

}  // namespace paje
