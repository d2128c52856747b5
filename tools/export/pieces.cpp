#include "export/pieces.hpp"

#include <algorithm>
#include <utility>

namespace paje::tools {

namespace {

constexpr uint64_t kRows = 2048;
constexpr std::size_t kMostOpen = 64;

// Calls visit(row) for each row after which a track may be cut, with the ends of the states around
// it and its own.
template <class Visit>
void for_each_cut(const Trace& trace, const Track& track, Visit&& visit) {
  std::vector<double> open;
  if (track.kind != TypeKind::state) {
    for (uint64_t row = track.first + kRows; row < track.last; row += kRows) visit(row, open);
    return;
  }
  const StateColumns states = trace.states();
  uint64_t next = track.first + kRows;
  for (uint64_t row = track.first; row < track.last; ++row) {
    if (row >= next && open.size() <= kMostOpen) {
      visit(row, open);
      next = row + kRows;
    }
    open.resize(std::min<std::size_t>(open.size(), states.depth[row]));
    open.push_back(states.end[row]);
  }
}

}  // namespace

std::vector<Piece> pieces_of(const Trace& trace, TypeKind kind) {
  std::vector<Piece> pieces;
  for (const Track& track : trace.tracks()) {
    if (track.kind != kind) continue;
    Piece piece{track, {}, false};
    for_each_cut(trace, track, [&](uint64_t row, const std::vector<double>& open) {
      piece.rows.last = row;
      pieces.push_back(std::move(piece));
      piece = {track, open, false};
      piece.rows.first = row;
    });
    piece.is_last = true;
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace paje::tools
