#include "prediction/factor_rows.hpp"

#include <algorithm>
#include <numeric>

#include "paje/iterations.hpp"

namespace paje {

FactorRows::FactorRows(const DependencyGraph& graph)
    : first_(std::max<std::size_t>(1, graph.tracks().size()) + 1) {
  std::iota(first_.begin(), first_.end(), 0);
}

void FactorRows::cut_by_iterations(const DependencyGraph& graph) {
  const Iterations found = find_iterations(graph);
  if (found.agreeing.size() < 2) return;
  parts_ = found.count + 2;
  std::vector<bool> is_cut(graph.tracks().size());
  for (const uint32_t track : found.agreeing) is_cut[track] = true;
  for (std::size_t track = 0; track < is_cut.size(); ++track) {
    first_[track + 1] = first_[track] + (is_cut[track] ? parts_ : 1);
  }
  of_piece_.resize(graph.piece_limit());
  for (std::size_t track = 0; track < is_cut.size(); ++track) {
    const auto& pieces = graph.tracks()[track];
    const TrackIterations& own = found.tracks[track];
    uint32_t row = first_[track];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      const auto begins = [&](uint32_t part) {
        return graph.start(piece) >=
               (part < own.starts.size() ? own.starts[part] : own.ends.back());
      };
      while (is_cut[track] && row + 1 < last(track) && begins(row - first_[track])) ++row;
      of_piece_[piece] = row;
    }
  }
}

}  // namespace paje
