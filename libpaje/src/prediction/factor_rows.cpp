#include "prediction/factor_rows.hpp"

#include <algorithm>
#include <numeric>

#include "paje/iterations.hpp"

namespace paje {

namespace {

// For a track in iterations: the part in which each piece starts.
class Parts {
 public:
  explicit Parts(const TrackIterations& track) : track_(track) {}

  uint32_t next(double start) {
    const std::size_t last = track_.starts.size() + 1;
    while (part_ < last && start >= end(part_)) ++part_;
    return part_;
  }

 private:
  [[nodiscard]] double end(uint32_t part) const {
    return part < track_.starts.size() ? track_.starts[part] : track_.ends.back();
  }

  const TrackIterations& track_;
  uint32_t part_ = 0;
};

}  // namespace

FactorRows::FactorRows(const DependencyGraph& graph)
    : first_(std::max<std::size_t>(1, graph.tracks().size()) + 1) {
  std::iota(first_.begin(), first_.end(), 0);
}

void FactorRows::cut(const DependencyGraph& graph, const std::vector<bool>& others,
                     const std::vector<double>& longest) {
  const Iterations found = find_iterations(graph);
  const std::size_t tracks = graph.tracks().size();
  is_in_iterations_.assign(tracks, false);
  if (found.agreeing.size() > 1) {
    parts_ = found.count + 2;
    for (const uint32_t track : found.agreeing) is_in_iterations_[track] = true;
  }
  for (std::size_t track = 0; track < tracks; ++track) {
    const uint32_t rows = is_in_iterations_[track] ? parts_ : others[track] ? 2 : 1;
    first_[track + 1] = first_[track] + rows;
  }
  of_piece_.resize(graph.piece_limit());
  for (std::size_t track = 0; track < tracks; ++track) {
    const auto& pieces = graph.tracks()[track];
    Parts parts(found.tracks[track]);
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      uint32_t row = first_[track];
      if (is_in_iterations_[track]) {
        row += parts.next(graph.start(piece));
      } else if (others[track] && graph.length(piece) > longest[graph.value(piece)]) {
        ++row;
      }
      of_piece_[piece] = row;
    }
  }
}

}  // namespace paje
