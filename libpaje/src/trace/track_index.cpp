#include "trace/track_index.hpp"

namespace paje {

void number_rows(TrackIndex& tracks) {
  uint64_t rows[5] = {};
  for (Track& track : tracks.all) {
    const auto kind = static_cast<std::size_t>(track.kind);
    tracks.of_kind[kind].push_back(static_cast<uint32_t>(&track - tracks.all.data()));
    uint64_t& next = rows[kind];
    track.first += next;
    track.last += next;
    next = track.last;
  }
}

}  // namespace paje
