// The rows of a table of factors: one for each track; or one for each of its iterations; or one for
// its usual pieces and one for its long ones.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje {

class FactorRows {
 public:
  /// One row for each track; at least one.
  explicit FactorRows(const DependencyGraph& graph);

  /// Finds iterations and divides tracks into rows. A track that agrees with most gets a row for
  /// the time before the first iteration, one for each iteration, and one for the rest. Any other
  /// track of `others` gets two rows: first its usual pieces, then those longer than the `longest`
  /// of their value. O(pieces), plus the search for iterations.
  void cut(const DependencyGraph& graph, const std::vector<bool>& others,
           const std::vector<double>& longest);

  [[nodiscard]] uint32_t of(uint32_t track, uint32_t piece) const {
    return of_piece_.empty() ? track : of_piece_[piece];
  }
  [[nodiscard]] uint32_t first(std::size_t track) const { return first_[track]; }
  [[nodiscard]] uint32_t last(std::size_t track) const { return first_[track + 1]; }
  [[nodiscard]] uint32_t count() const { return first_.back(); }
  /// Number of rows of a track in iterations; 1 if there is no such track.
  [[nodiscard]] uint32_t parts() const { return parts_; }
  [[nodiscard]] bool is_in_iterations(std::size_t track) const {
    return !is_in_iterations_.empty() && is_in_iterations_[track];
  }

 private:
  std::vector<uint32_t> first_;     // by track, then the end
  std::vector<uint32_t> of_piece_;  // by piece; empty if no track is divided
  std::vector<bool> is_in_iterations_;
  uint32_t parts_ = 1;
};

}  // namespace paje
