// Adds amounts to an aggregation model.
#pragma once

#include <algorithm>

#include "paje/aggregation_model.hpp"

namespace paje {

/// Adds amounts, multiplied by `weight`, to the cells of one leaf.
class LeafCells {
 public:
  LeafCells(AggregationModel& model, uint32_t leaf, double weight = 1)
      : LeafCells(model, model.cells.amounts.data() + model.cells.row(leaf, 0), weight) {}
  /// Adds to `cells`, by value, then slice, which need not be in the model.
  LeafCells(const AggregationModel& model, double* cells, double weight)
      : model_(model), cells_(cells), weight_(weight) {}

  /// The time of the model; amounts outside it are ignored.
  [[nodiscard]] double start() const { return model_.start; }
  [[nodiscard]] double end() const { return model_.end; }

  /// Adds `height` over [from, to), as its mean in each slice.
  void add_span(uint32_t value, double from, double to, double height) {
    from = std::max(from, model_.start);
    to = std::min(to, model_.end);
    if (!(from < to)) return;
    height *= weight_;
    double* const row = cells_ + model_.cells.row(0, value);
    const uint32_t last = slice_of(to);
    for (uint32_t slice = slice_of(from); slice <= last; ++slice) {
      const double begin = std::max(from, model_.slice_start(slice));
      const double end = std::min(to, model_.slice_start(slice + 1));
      if (begin < end) row[slice] += height * ((end - begin) / model_.slice_length());
    }
  }
  /// Adds 1 to the slice of `time`; the last slice includes its end.
  void add_point(uint32_t value, double time) {
    if (!(time >= model_.start && time <= model_.end)) return;
    cells_[model_.cells.row(0, value) + slice_of(time)] += 1;
  }

 private:
  // The slice that contains `time`, consistent with slice_start().
  [[nodiscard]] uint32_t slice_of(double time) const {
    const uint32_t last = model_.cells.slices - 1;
    const double guess = (time - model_.start) / model_.slice_length();
    auto slice = guess >= last ? last : static_cast<uint32_t>(std::max(0.0, guess));
    while (slice > 0 && time < model_.slice_start(slice)) --slice;
    while (slice < last && time >= model_.slice_start(slice + 1)) ++slice;
    return slice;
  }

  const AggregationModel& model_;
  double* cells_;
  double weight_;
};

}  // namespace paje
