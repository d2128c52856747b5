// The rows of a table of factors: one for each track, or for each of its iterations, or one for
// its usual and one for its long pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class FactorRows {
 public:
  /// A row for each track; one even if there are no tracks.
  explicit FactorRows(const DependencyGraph& graph);

  /// Finds the iterations. A track that agrees with most gets as many rows as these: one for what
  /// comes before the first iteration, one for each, and one for the rest. Each of `others` that
  /// does not agree gets two: one for pieces that are longer than the `longest` of their value, and
  /// one for all others before it. O(pieces), and the search.
  void cut(const DependencyGraph& graph, const std::vector<bool>& others,
           const std::vector<double>& longest);

  [[nodiscard]] uint32_t of(uint32_t track, uint32_t piece) const {
    return of_piece_.empty() ? track : of_piece_[piece];
  }
  [[nodiscard]] uint32_t first(std::size_t track) const { return first_[track]; }
  [[nodiscard]] uint32_t last(std::size_t track) const { return first_[track + 1]; }
  [[nodiscard]] uint32_t count() const { return first_.back(); }
  /// Of a track in iterations; 1 if none is.
  [[nodiscard]] uint32_t parts() const { return parts_; }
  [[nodiscard]] bool is_in_iterations(std::size_t track) const {
    return !is_in_iterations_.empty() && is_in_iterations_[track];
  }

 private:
  std::vector<uint32_t> first_;     // by track, and the end
  std::vector<uint32_t> of_piece_;  // empty if no track is cut
  std::vector<bool> is_in_iterations_;
  uint32_t parts_ = 1;
};

}  // namespace paje
