// Chooses the containers that are leaves of an aggregation model, and what each of them represents.
#pragma once

#include <vector>

#include "paje/aggregation_model.hpp"

namespace paje {

/// The objects of one type in one container.
struct LeafPart {
  ContainerId container;
  TypeId type;
};

struct Leaf {
  ContainerId container;
  /// In the order of containers: its own, or those of the leaves below it that it replaces.
  std::vector<LeafPart> parts;
};

/// All types that are aggregated together.
std::vector<TypeId> aggregated_types(const AggregationModelOptions& options);

/// The type of containers that are leaves for a type of objects.
TypeId leaf_type_of(const Trace& trace, TypeId type);

/// The leaves, in the order of their containers. Throws std::invalid_argument, with a message for
/// users, if the types have no containers or differ in kind, if a leaf is above another, or if a
/// container has two types of states or variables.
std::vector<Leaf> choose_leaves(const Trace& trace, const AggregationModelOptions& options);

/// The same from these parts, sorted by container, as far as the options select them.
std::vector<Leaf> leaves_of(const Trace& trace, const AggregationModelOptions& options,
                            const std::vector<LeafPart>& parts);

}  // namespace paje
