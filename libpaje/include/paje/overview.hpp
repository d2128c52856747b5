// What an archive says of a trace without its objects: how it looks from afar. For pictures of
// traces of any size, before anything is decoded.
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

/// Which objects the cells of a lane count.
struct OverviewLane {
  uint32_t depth = 0;  ///< of states; of variables, 0 to 3: least, greatest, mean, last
  ValueId value;       ///< of states and events; not valid: all values that have no lane
};

/// A stretch of a track as cells of time. All are on one grid: cell i begins at
/// (first + i) * 2^exponent seconds and is 2^exponent long.
struct OverviewCells {
  int32_t exponent = 0;
  int64_t first = 0;
  uint32_t count = 0;
  std::vector<OverviewLane> lanes;
  /// Of each lane its cells. States: the part of the cell's time, 255 is all. Events: how many, 255
  /// or more. Variables: from low (0) to high (255); where least is above greatest, nothing.
  std::vector<uint8_t> shares;
  double low = 0, high = 0;

  [[nodiscard]] double begin(uint32_t cell) const;
};

/// A state that no cell counts.
struct OverviewState {
  double start = 0, end = 0;
  ValueId value;
  uint32_t depth = 0;
};

struct OverviewTrack {
  ContainerId container;
  TypeId type;
  TypeKind kind = TypeKind::state;
  uint64_t rows = 0;    ///< how many objects it has
  uint64_t hidden = 0;  ///< how many of them are in no cell: in short stretches
  std::vector<OverviewCells> cells;
  std::vector<OverviewState> states;
};

/// Objects that an archive has in one place: to read some of them, all are decoded.
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
  std::optional<TimeBounds> bounds;   ///< of all objects, links among them
  std::vector<OverviewBlock> blocks;  ///< of all objects, links among them
};

/// Reads names and levels of detail of an archive, and nothing else of its file. Nothing if the
/// input is no archive, or has no levels of detail: from memory or a regular file. Of the options
/// `threads` counts. Throws TraceError, std::system_error. O(containers + cells).
///
/// Stretches of tracks below some 64 objects have no levels of detail. If the blocks with such have
/// at most `most_rows` objects they are read, and their objects are as cells; of more, the first.
/// Then the archive may be one without levels.
[[nodiscard]] PAJE_EXPORT std::optional<TraceOverview> read_overview(
    const Input& input, const ReadOptions& options = {}, uint64_t most_rows = 0);

/// How long the states of a track last, by value.
struct TrackStateSums {
  ContainerId container;
  TypeId type;
  std::vector<StateSum> values;
};

/// What the index of an archive says of its states: exact sums of long tracks, by container, then
/// type. Nothing if the input is no archive. As read_overview().
[[nodiscard]] PAJE_EXPORT std::optional<std::vector<TrackStateSums>> read_state_sums(
    const Input& input);

/// A trace that looks the same from afar: in each cell of time states of each value as long as its
/// share, as many events as were there, and the mean of a variable. Its objects are no objects of
/// the trace; values of states and events may be invalid (OverviewLane). A track has at most about
/// `most_cells` cells. No links. The tree must be the only copy of its trace.
[[nodiscard]] PAJE_EXPORT Trace coarse_trace(TraceOverview overview, uint32_t most_cells);

}  // namespace paje
