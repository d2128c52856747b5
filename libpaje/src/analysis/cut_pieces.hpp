// Cuts the states of tracks into pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/choose_tracks.hpp"
#include "analysis/wait_plan.hpp"

namespace paje {

struct Pieces {
  std::vector<double> starts;    ///< with one more element for each track: its end
  std::vector<uint32_t> values;  ///< likewise; the additional one has no meaning
  /// By track: the pieces of the plan's spans. Empty if the plan has no spans.
  std::vector<std::vector<uint32_t>> of_spans;
};

/// Sets the pieces of the tracks in `choice`. A track whose states are on another process gets one
/// piece of the empty value, from 0 to 0. Throws std::length_error for more than 4 billion pieces.
Pieces cut_pieces(const Trace& trace, TrackChoice& choice, const WaitPlan& plan, ThreadPool& pool);

}  // namespace paje
