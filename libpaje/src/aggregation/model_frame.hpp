// An aggregation model before its amounts: its tree, its time, and the memory of its cells.
#pragma once

#include <vector>

#include "aggregation/leaf_choice.hpp"
#include "paje/aggregation_model.hpp"

namespace paje {

struct ModelFrame {
  AggregationModel model;
  std::vector<Leaf> leaves;  ///< of the model, in the same order
};

/// Makes the tree of these leaves.
ModelFrame make_frame(const Trace& trace, std::vector<Leaf> leaves);

/// Sets start, end and slices of the model. Throws as aggregation_model() does.
void choose_time(const Trace& trace, const AggregationModelOptions& options, ModelFrame& frame);

/// Throws std::invalid_argument if the amounts of all leaves, slices and `value_names` need too
/// much memory for a trace with this number of objects.
void limit_cells(uint64_t objects, ModelFrame& frame);
uint64_t objects_of(const Trace& trace);

/// Allocates amounts of 0 for all leaves, slices and `value_names`. Throws std::invalid_argument if
/// they need too much memory.
void allocate_cells(const Trace& trace, ModelFrame& frame);

}  // namespace paje
