#include "export/pieces.hpp"

#include <algorithm>

namespace paje::tools {

std::vector<ObjectList> pieces_of(const Trace& trace, TypeKind kind) {
  constexpr uint64_t kRows = 2048;
  const auto depth = trace.states().depth;
  std::vector<ObjectList> pieces;
  for (const ObjectList& list : trace.lists()) {
    if (list.kind != kind) continue;
    for (uint64_t first = list.first; first < list.last;) {
      ObjectList piece = list;
      piece.first = first;
      piece.last = std::min(list.last, first + kRows);
      while (kind == TypeKind::state && piece.last < list.last && depth[piece.last] != 0) {
        ++piece.last;
      }
      pieces.push_back(piece);
      first = piece.last;
    }
  }
  return pieces;
}

}  // namespace paje::tools
