// The tables of an aggregation: gain and loss of every possible aggregate, and the best partition
// for a given p.
#pragma once

#include <cstdint>
#include <vector>

#include "aggregation/triangle.hpp"
#include "base/thread_pool.hpp"
#include "paje/aggregation.hpp"

namespace paje {

constexpr double kTie = 1e-12;  // criteria that differ by less are equal

/// The tree, in the form that the passes over it need.
struct AggregationTree {
  explicit AggregationTree(const AggregationCells& cells);

  [[nodiscard]] uint32_t root() const { return static_cast<uint32_t>(children.size() - 1); }

  std::vector<std::vector<uint32_t>> children;
  std::vector<uint32_t> leaves_below;
  std::vector<std::vector<uint32_t>> levels;  // nodes by height, leaves first
};

struct Aggregation::Tables {
  Tables(const AggregationCells& cells, const AggregationOptions& chosen);

  void fill(const AggregationCells& cells);
  void fill_node(uint32_t node, uint32_t values, const std::vector<double>& sums);

  // Weights in p * gain - (1 - p) * loss of an aggregate.
  struct Weights {
    double gain, loss, part;
    [[nodiscard]] double of(double g, double l) const { return gain * g - loss * l - part; }
  };
  [[nodiscard]] Weights weights(double p) const;
  // Magnitude of a criterion, to which small differences are relative.
  [[nodiscard]] double scale() const { return options.normalised ? 1 : 1 + max_gain + max_loss; }
  void optimise_node(uint32_t node, const Weights& by, Triangles& best) const;
  void collect(const Weights& by, const Triangles& best, Partition& partition) const;
  [[nodiscard]] double of_children(const Triangles& best, uint32_t node, uint32_t i,
                                   uint32_t j) const;

  AggregationOptions options;
  mutable ThreadPool parallel;  // does the work; it does not influence the result
  uint32_t slices;
  AggregationTree tree;
  Triangles gain, loss;
  double max_gain = 0, max_loss = 0;
  double gain_factor = 1, loss_factor = 1;
};

}  // namespace paje
