// Cuts the states of tracks into pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/wait_plan.hpp"

namespace paje {

struct Pieces {
  std::vector<double> starts;    ///< one more for each track: its end
  std::vector<uint32_t> values;  ///< likewise; of the additional one without meaning
  /// By track: the pieces of the plan's spans. No tracks if there are none.
  std::vector<std::vector<uint32_t>> of_spans;
};

/// Gives the tracks of `choice` their pieces. A track whose states another process has gets one of
/// the empty value, from 0 to 0. Throws std::length_error beyond 4 billion of them.
Pieces cut_pieces(const Trace& trace, TrackChoice& choice, const WaitPlan& plan, ThreadPool& pool);

}  // namespace paje
