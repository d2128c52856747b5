// How long each value lasts on each track: enough to compare runs, without the dependencies between
// tracks.
#pragma once

#include <span>
#include <vector>

#include "paje/classes.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// Values and tracks are those of a DependencyGraph with the same classes; tracks have no pieces.
struct RunTotals {
  double start = 0;  ///< start of the first state
  double end = 0;    ///< end of the last state
  std::vector<DependencyGraph::Value> values;
  std::vector<DependencyGraph::Track> tracks;
  std::vector<double> seconds;  ///< lengths of the graph's pieces, by track, then value
  std::vector<uint32_t>
      track_of_container;  ///< by container; DependencyGraph::kNone if it has none

  [[nodiscard]] double length() const { return end - start; }
  [[nodiscard]] std::span<const double> seconds_of(std::size_t track) const {
    return std::span(seconds).subspan(track * values.size(), values.size());
  }
};

/// O(states + tracks * values), on `threads` threads. The trace must outlive the names.
PAJE_EXPORT RunTotals run_totals(const Trace& trace, const Classes& classes = {},
                                 unsigned threads = 0);

}  // namespace paje
