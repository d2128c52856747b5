// An overview of a trace from an archive, without its objects: enough to draw traces of any size
// before anything is decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"
#include "paje/state_sums.hpp"
#include "paje/time_bounds.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The objects that a lane of cells counts.
struct OverviewLane {
  uint32_t depth = 0;  ///< of states; for variables, 0 to 3: least, greatest, mean, last
  ValueId value;       ///< of states and events; invalid: all values without a lane of their own
};

/// A stretch of a track, as cells of time on a grid: cell i starts at (first + i) * 2^exponent
/// seconds and is 2^exponent seconds long.
struct OverviewCells {
  int32_t exponent = 0;
  int64_t first = 0;
  uint32_t count = 0;
  std::vector<OverviewLane> lanes;
  /// By lane, then cell. States: share of the cell's time; 255 is all of it. Events: their number,
  /// at most 255. Variables: value from `low` (0) to `high` (255); no value if least exceeds
  /// greatest.
  std::vector<uint8_t> shares;
  double low = 0, high = 0;

  [[nodiscard]] double begin(uint32_t cell) const;
};

/// A state that is not in any cell.
struct OverviewState {
  double start = 0, end = 0;
  ValueId value;
  uint32_t depth = 0;
};

struct OverviewTrack {
  ContainerId container;
  TypeId type;
  TypeKind kind = TypeKind::state;
  uint64_t rows = 0;    ///< number of its objects
  uint64_t hidden = 0;  ///< number of its objects in no cell, because they are in short stretches
  std::vector<OverviewCells> cells;
  std::vector<OverviewState> states;
};

/// A block of objects in an archive, which is decoded as a whole.
struct OverviewBlock {
  struct Part {
    ContainerId container;
    uint32_t rows = 0;
  };
  TypeKind kind = TypeKind::state;
  TimeBounds bounds{};
  std::vector<Part> parts;
};

struct TraceOverview {
  Trace tree;                         ///< types, containers and values; no objects
  std::vector<OverviewTrack> tracks;  ///< by container, then type; without links
  std::optional<TimeBounds> bounds;   ///< of all objects, including links
  std::vector<OverviewBlock> blocks;  ///< of all objects, including links
};

/// Reads only the names and levels of detail of an archive, from memory or a regular file. Returns
/// nothing if the input is not an archive, or has no levels of detail. Uses only `threads` of the
/// options. Throws TraceError, std::system_error. O(containers + cells).
///
/// Stretches of tracks with fewer than about 64 objects have no levels of detail. If the blocks
/// with such stretches have at most `most_rows` objects, they are decoded and their objects replace
/// cells; otherwise only the first `most_rows` objects. Then an archive without levels also gives a
/// result.
[[nodiscard]] PAJE_EXPORT std::optional<TraceOverview> read_overview(
    const Input& input, const ReadOptions& options = {}, uint64_t most_rows = 0);

/// Durations of the states of a track, by value.
struct TrackStateSums {
  ContainerId container;
  TypeId type;
  std::vector<StateSum> values;
};

/// Exact sums of the states of long tracks, from the index of an archive, by container, then type.
/// Nothing if the input is not an archive. Errors as read_overview().
[[nodiscard]] PAJE_EXPORT std::optional<std::vector<TrackStateSums>> read_state_sums(
    const Input& input);

/// A trace that looks the same from afar. In each cell, the states of a value last as long as their
/// share, there are as many events as counted, and a variable has its mean. Its objects are not
/// those of the trace, and values of states and events may be invalid (see OverviewLane). A track
/// has about `most_cells` cells at most. There are no links. The caller must hold the only copy of
/// the tree.
[[nodiscard]] PAJE_EXPORT Trace coarse_trace(TraceOverview overview, uint32_t most_cells);

}  // namespace paje
