// What an aggregation model has before its amounts: its tree, its time, room for its cells.
#pragma once

#include <vector>

#include "aggregation/leaf_choice.hpp"
#include "paje/aggregation_model.hpp"

namespace paje {

struct ModelFrame {
  AggregationModel model;
  std::vector<Leaf> leaves;  ///< of the model, in its order
};

/// With the tree of these leaves.
ModelFrame make_frame(const Trace& trace, std::vector<Leaf> leaves);

/// Start, end and slices of the model. Throws as aggregation_model() does.
void choose_time(const Trace& trace, const AggregationModelOptions& options, ModelFrame& frame);

/// Throws std::invalid_argument if amounts of all leaves, slices and `value_names` would take too
/// much for a trace of that many objects.
void limit_cells(uint64_t objects, ModelFrame& frame);
uint64_t objects_of(const Trace& trace);

/// Amounts of 0 for all leaves, slices and `value_names`. Throws std::invalid_argument if they
/// would take too much.
void allocate_cells(const Trace& trace, ModelFrame& frame);

}  // namespace paje
