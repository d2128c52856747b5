// A trace cut into pieces of rows, each worth a task of its own.
#pragma once

#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

struct Piece {
  Track rows;                ///< a part of a track
  std::vector<double> open;  ///< of states: when those end that the row before left open or closes
  bool is_last = false;      ///< of its track
};

/// The tracks of `kind` in pieces of some thousand rows, in order. They are cut where few states
/// are open, so that all pieces together are small.
std::vector<Piece> pieces_of(const Trace& trace, TypeKind kind);

}  // namespace paje::tools
