// Spatiotemporal aggregation: the whole of a run in few rectangles of containers and time, each as
// homogeneous as the trade-off between detail and size asks for. After Lamarche-Perrin, Demazeau
// and Vincent (2013) and Dosimont, Lamarche-Perrin, Schnorr, Huard and Vincent (CLUSTER 2014).
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

/// The microscopic model: how much of each value each leaf has in each time slice.
struct AggregationCells {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  /// Of each node, its parent; leaves come first, every node before its parent, the root last.
  std::vector<uint32_t> parents;
  uint32_t leaves = 0;
  uint32_t values = 0;
  uint32_t slices = 0;
  /// Amounts of at least 0, by leaf, then value, then slice: for states, shares of the slice.
  std::vector<double> amounts;
  /// Bytes that an Aggregation of these cells may take. See aggregation_model().
  uint64_t most_bytes = UINT64_MAX;

  [[nodiscard]] std::size_t row(uint32_t leaf, uint32_t value) const {
    return (static_cast<std::size_t>(leaf) * values + value) * slices;
  }
};

/// All leaves below a node, in the slices `first` to `last`.
struct Aggregate {
  uint32_t node = 0;
  uint32_t first = 0;
  uint32_t last = 0;
  double gain = 0;  ///< bits of entropy that need not be shown
  double loss = 0;  ///< Kullback-Leibler divergence, in bits, from showing the mean
  friend bool operator==(const Aggregate& a, const Aggregate& b) {
    return a.node == b.node && a.first == b.first && a.last == b.last;
  }
};

/// Aggregates that tile all cells, the best ones for `p`.
struct Partition {
  double p = 0;
  double criterion = 0;  ///< the sum of p * gain - (1 - p) * loss, with the divisors in force
  double gain = 0;       ///< of all parts together, in bits
  double loss = 0;
  std::vector<Aggregate> parts;  ///< by node, then slice
};

struct AggregationOptions {
  /// Whether gain and loss are divided by those of the whole, so that p means the same for all
  /// traces; without it, as the papers have it, most of what is interesting happens near p = 0.
  bool normalised = true;
  unsigned threads = 0;  ///< 0: as many as there are cores; results do not depend on it
};

/// The gain and loss of every possible aggregate, and on them the best partition for any p.
///
/// An aggregate is a node of the tree and an interval of slices; a partition cuts the whole again
/// and again, in space into a node's children or in time in two. Memory: 24 bytes for each node and
/// pair of slices.
class PAJE_EXPORT Aggregation {
 public:
  /// O(nodes * values * slices^2). Throws std::invalid_argument if the cells are not as described,
  /// or it would take more than `cells.most_bytes`.
  explicit Aggregation(const AggregationCells& cells, const AggregationOptions& options = {});
  Aggregation(Aggregation&&) noexcept;
  Aggregation& operator=(Aggregation&&) noexcept;
  ~Aggregation();

  /// The partition with the largest criterion; of equal ones (to 1e-12) that with the fewest parts,
  /// then that which cuts in space before time, then that which cuts earliest in time. p is from 0
  /// (everything that differs is shown) to 1 (one aggregate), else std::invalid_argument is thrown.
  /// O(nodes * slices^3).
  [[nodiscard]] Partition best(double p) const;

  /// The partitions that are best for some p, each with the least p at which it was found,
  /// ascending. [0, 1] is bisected where the partitions at both ends differ, until it is shorter
  /// than `threshold`, so each p is up to that much too large. It is from 1e-9 to 1; else
  /// std::invalid_argument is thrown.
  [[nodiscard]] std::vector<Partition> significant(double threshold = 0.001) const;

  /// The same with exact bounds: two partitions are equally good where their criteria, which are
  /// lines over p, meet; if none is better there, that is a bound. 2 n - 1 problems for n
  /// partitions.
  [[nodiscard]] std::vector<Partition> significant_exactly() const;

  /// Of the partitions that significant() finds, the one that knee_of() chooses, with its p; in
  /// some 30 problems, however many there are.
  ///
  /// The curve of loss over gain is convex, and at p its direction is (1 - p) of gain to p of loss.
  /// So the nearest point to a corner is bracketed by the sign of the derivative of the distance.
  [[nodiscard]] Partition at_knee(double threshold = 0.001) const;

  /// Bytes that an aggregation of that many nodes and slices keeps, with one problem being solved.
  [[nodiscard]] static double memory_needed(std::size_t nodes, uint32_t slices);

  /// Gain and loss of the whole as one aggregate, in bits.
  [[nodiscard]] double max_gain() const;
  [[nodiscard]] double max_loss() const;

 private:
  struct Tables;
  std::unique_ptr<const Tables> tables_;
};

/// Of significant partitions, the one to begin with: where the curve of loss over gain is nearest
/// to the corner of all gain and no loss (least (1 - gain)^2 + loss^2 of the normalised qualities;
/// of equal ones the last). An index; `partitions` must not be empty.
[[nodiscard]] PAJE_EXPORT std::size_t knee_of(std::span<const Partition> partitions,
                                              double max_gain, double max_loss);

/// The same cells as one leaf: amounts of all leaves added.
[[nodiscard]] PAJE_EXPORT AggregationCells summed_over_space(const AggregationCells& cells);
/// The same cells as one slice: amounts of all slices added.
[[nodiscard]] PAJE_EXPORT AggregationCells summed_over_time(const AggregationCells& cells);

}  // namespace paje
