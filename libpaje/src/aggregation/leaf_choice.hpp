// Which containers an aggregation model has as leaves, and what of the trace each of them is
// for.
#pragma once

#include <vector>

#include "paje/aggregation_model.hpp"

namespace paje {

/// What one container does in one type.
struct LeafPart {
  ContainerId container;
  TypeId type;
};

struct Leaf {
  ContainerId container;
  /// In the order of containers: its own, or those of the containers below it that would be leaves.
  std::vector<LeafPart> parts;
};

/// All types that are aggregated as one.
std::vector<TypeId> aggregated_types(const AggregationModelOptions& options);

/// The containers of a type are leaves if it is of these.
TypeId leaf_type_of(const Trace& trace, TypeId type);

/// The leaves, in the order of their containers. Throws std::invalid_argument, with a message for
/// people, if the types have no containers, or are not of one kind, or a leaf is above another one,
/// or two types of states or variables are of one container.
std::vector<Leaf> choose_leaves(const Trace& trace, const AggregationModelOptions& options);

/// The same of these parts, ascending by container, as far as the options select them.
std::vector<Leaf> leaves_of(const Trace& trace, const AggregationModelOptions& options,
                            const std::vector<LeafPart>& parts);

}  // namespace paje
