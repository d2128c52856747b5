// Cuts the states of tracks into pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/choose_tracks.hpp"

namespace paje {

struct Pieces {
  std::vector<double> starts;    ///< one more for each track: its end
  std::vector<uint32_t> values;  ///< likewise; of the additional one without meaning
};

/// Gives the tracks of `choice` their pieces. A track whose states another process has gets one of
/// the empty value, from 0 to 0. Throws std::length_error beyond 4 billion of them.
Pieces cut_pieces(const Trace& trace, TrackChoice& choice, ThreadPool& pool);

}  // namespace paje
