// What a cut keeps of a trace: rows of its tracks, and the containers, types and values that they
// need.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "paje/cut.hpp"
#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

struct CutPlan {
  struct KeptTrack {
    uint32_t track;               ///< of the trace
    std::vector<uint64_t> rows;   ///< of the trace, in order
    std::vector<uint32_t> depth;  ///< of states, in the part
  };
  std::vector<KeptTrack> tracks;
  /// What the part spans; everything is clipped to it.
  double from, to;
  // Whether each is kept, by its id.
  std::vector<uint8_t> containers, types, values;
};

/// Throws SelectionError and CutError. The trace has an end.
[[nodiscard]] CutPlan plan_cut(const Trace& trace, const Cut& cut);

}  // namespace paje
