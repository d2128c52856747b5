// Spatiotemporal aggregation: shows a whole run as few rectangles of containers and time. Each
// rectangle is as homogeneous as a trade-off between detail and size requires. After
// Lamarche-Perrin, Demazeau and Vincent (2013) and Dosimont, Lamarche-Perrin, Schnorr, Huard and
// Vincent (CLUSTER 2014).
//
// This header works on arrays of numbers; aggregation_model.hpp makes them from a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The microscopic model: the amount of each value at each leaf in each time slice.
struct AggregationCells {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  /// The parent of each node. Leaves come first, each node precedes its parent, the root is last.
  std::vector<uint32_t> parents;
  uint32_t leaves = 0;
  uint32_t values = 0;
  uint32_t slices = 0;
  /// Amounts, 0 or more, by leaf, then value, then slice. For states: shares of the slice.
  std::vector<double> amounts;
  /// Limit of the memory of an Aggregation of these cells, in bytes. See aggregation_model().
  uint64_t most_bytes = UINT64_MAX;

  [[nodiscard]] std::size_t row(uint32_t leaf, uint32_t value) const {
    return (static_cast<std::size_t>(leaf) * values + value) * slices;
  }
};

/// All leaves below a node, in slices `first` to `last` (inclusive).
struct Aggregate {
  uint32_t node = 0;
  uint32_t first = 0;
  uint32_t last = 0;
  double gain = 0;  ///< bits of entropy saved by not showing the cells
  double loss = 0;  ///< Kullback-Leibler divergence in bits, from showing the mean instead
  friend bool operator==(const Aggregate& a, const Aggregate& b) {
    return a.node == b.node && a.first == b.first && a.last == b.last;
  }
};

/// Aggregates that tile all cells with the best criterion for `p`.
struct Partition {
  double p = 0;
  double criterion = 0;  ///< sum of p * gain - (1 - p) * loss, normalised if the options ask for it
  double gain = 0;       ///< of all parts, in bits, not normalised
  double loss = 0;
  std::vector<Aggregate> parts;  ///< by node, then slice
};

struct AggregationOptions {
  /// Whether gain and loss are divided by those of the whole, so that p has the same meaning for
  /// all traces. Without it, as in the papers, most interesting partitions are at p near 0.
  bool normalised = true;
  unsigned threads = 0;  ///< 0: as many as there are cores; results do not depend on it
};

/// The gain and loss of every possible aggregate, and from these the best partition for any p.
///
/// An aggregate is a node of the tree and an interval of slices. A partition results from repeated
/// cuts of the whole: in space into a node's children, or in time into two intervals. Memory: 24
/// bytes for each node and pair of slices.
class PAJE_EXPORT Aggregation {
 public:
  /// O(nodes * values * slices^2). Throws std::invalid_argument if the cells are not as described,
  /// or if more than `cells.most_bytes` would be needed.
  explicit Aggregation(const AggregationCells& cells, const AggregationOptions& options = {});
  Aggregation(Aggregation&&) noexcept;
  Aggregation& operator=(Aggregation&&) noexcept;
  ~Aggregation();

  /// The partition with the largest criterion. Of equal ones (within 1e-12): the one with the
  /// fewest parts, then the one that cuts in space before time, then the one that cuts earliest in
  /// time. p is from 0 (all differences are shown) to 1 (one aggregate); std::invalid_argument
  /// otherwise. O(nodes * slices^3).
  [[nodiscard]] Partition best(double p) const;

  /// The partitions that are best for some p, each with the least p at which it was found,
  /// ascending. Bisects [0, 1] between different partitions until the interval is shorter than
  /// `threshold`, so each p is at most `threshold` too large. `threshold` is from 1e-9 to 1;
  /// std::invalid_argument otherwise.
  [[nodiscard]] std::vector<Partition> significant(double threshold = 0.001) const;

  /// The same with exact p. The criterion of a partition is a line over p. Where the lines of two
  /// neighbouring partitions cross, and no other is better, the best partition changes. For n
  /// partitions, 2 n - 1 problems are solved.
  [[nodiscard]] std::vector<Partition> significant_exactly() const;

  /// The partition of significant() that knee_of() chooses, with its p. Solves only about 30
  /// problems, however many partitions there are.
  ///
  /// The curve of loss over gain is convex, and its slope at p is p / (1 - p). So the point nearest
  /// to a corner is bracketed by the sign of the derivative of the distance.
  [[nodiscard]] Partition at_knee(double threshold = 0.001) const;

  /// Bytes of an aggregation of that size, while one problem is being solved.
  [[nodiscard]] static double memory_needed(std::size_t nodes, uint32_t slices);

  /// Gain and loss of the whole as one aggregate, in bits.
  [[nodiscard]] double max_gain() const;
  [[nodiscard]] double max_loss() const;

 private:
  struct Tables;
  std::unique_ptr<const Tables> tables_;
};

/// Of significant partitions, a good first choice: the point of the curve of loss over gain that is
/// nearest to full gain without loss (least (1 - gain)^2 + loss^2, normalised; of equal ones the
/// last). Returns its index; `partitions` must not be empty.
[[nodiscard]] PAJE_EXPORT std::size_t knee_of(std::span<const Partition> partitions,
                                              double max_gain, double max_loss);

/// The same cells as one leaf: amounts of all leaves added.
[[nodiscard]] PAJE_EXPORT AggregationCells summed_over_space(const AggregationCells& cells);
/// The same cells as one slice: amounts of all slices added.
[[nodiscard]] PAJE_EXPORT AggregationCells summed_over_time(const AggregationCells& cells);

}  // namespace paje
