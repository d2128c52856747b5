// The states of a run in as many rows and cells as a chart has room for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "charts/value_styles.hpp"
#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"

namespace paje::tools {

/// The tracks [first, last).
struct TrackRow {
  uint32_t first = 0, last = 0;
  std::string name;
};

/// Tracks of the run, at most `most` rows of as many tracks each.
std::vector<TrackRow> track_rows(const DependencyGraph& graph, std::size_t most);

/// What each cell of a row holds: seconds of each number of ValueStyles. O(pieces + tracks *
/// cells).
using StyleAmounts = std::array<double, ValueStyles::kCount>;
std::vector<StyleAmounts> cell_amounts(const DependencyGraph& graph, const TrackRow& row,
                                       const ValueStyles& styles, std::size_t cells);

/// Cells in a row that show one number of ValueStyles.
struct CellRun {
  std::size_t first = 0, last = 0;  ///< the last one not among them
  uint8_t style = 0;
};

/// Each cell shows what takes most time in it; one that is mostly empty is left out.
std::vector<CellRun> cell_runs(const DependencyGraph& graph, const TrackRow& row,
                               const ValueStyles& styles, std::size_t cells);

/// Of each cell of time, the row that the critical path is in most of it.
std::vector<std::size_t> path_rows(const DependencyGraph& graph, const std::vector<PathPiece>& path,
                                   const std::vector<TrackRow>& rows, std::size_t cells);

}  // namespace paje::tools
