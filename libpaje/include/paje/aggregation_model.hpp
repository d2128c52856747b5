// Makes the microscopic model of a trace, the input of aggregation.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/aggregation.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

struct AggregationModelOptions {
  /// A type of states, variables, punctual events or links.
  TypeId type;
  /// The leaves are the containers of this type; for links, the containers where links start.
  TypeId container_type;
  /// More types of the same kind, whose objects count as objects of `type`; their containers are
  /// also leaves. Values with the same name are one value.
  std::vector<TypeId> merged_types;
  /// Patterns of the containers to include, as Selection::containers; empty: all. Throws
  /// SelectionError for a pattern without a match.
  std::vector<std::string> containers;
  /// Moves leaves up: the uppermost container of one of these types above a container replaces it
  /// as a leaf. For states and variables, the new leaf has the mean of the leaves below it; for
  /// punctual events and links, their sum. A container with none above it stays a leaf.
  std::vector<TypeId> level_types;
  /// The same with the ancestor at this depth; children of the root have depth 1. Excludes
  /// `level_types`.
  std::optional<uint32_t> level_depth;
  uint32_t slices = 100;
  /// The time to cut into slices; by default from the first start of a leaf to the last end.
  std::optional<double> start;
  std::optional<double> end;
  /// Of nested states, count the outermost instead of the innermost.
  bool outermost = false;
  unsigned threads = 0;  ///< 0: as many as there are cores; the model does not depend on it
};

struct AggregationModel {
  AggregationCells cells;
  /// The container of each node of cells.parents. A container is left out if only one of its
  /// children has leaves below it.
  std::vector<ContainerId> containers;
  /// The container_path() of each node.
  std::vector<std::string> paths;
  /// The name of each value, in bytewise order; values with the same name are one. Variables have
  /// one value, named like their type.
  std::vector<std::string> value_names;
  std::vector<std::optional<Color>> colors;
  double start = 0;
  double end = 0;

  [[nodiscard]] double slice_length() const { return (end - start) / cells.slices; }
  /// When a slice starts; cells.slices gives the end of the last one.
  [[nodiscard]] double slice_start(uint32_t slice) const {
    return start + (end - start) * slice / cells.slices;
  }
};

/// Builds the model. Amounts of a slice are, for states, the share of time in each value (the
/// innermost state if states nest); for variables, the mean over the slice, with 0 where there is
/// no value; for punctual events and links, their number (a link counts at its start). Times are
/// cut at slice borders exactly. O(objects + cells they reach). Throws TimeError if the run has no
/// measurable start or end and none was given. Throws std::invalid_argument, with a message for
/// users, if there is nothing to aggregate (no such container, a leaf above another, types that
/// cannot be merged, no objects, no length, a negative variable, too many slices), or if all
/// tables, those of an Aggregation included, need more than 1 GiB plus 1,000 bytes for each object
/// of the trace: a trace of a few lines must not need gigabytes.
[[nodiscard]] PAJE_EXPORT AggregationModel
aggregation_model(const Trace& trace, const AggregationModelOptions& options);

/// The path of a type: the names from below the root type down to it, joined by '/'. Shortened like
/// container_path().
[[nodiscard]] PAJE_EXPORT std::string type_path(const Trace& trace, TypeId type);

/// The number of leaves of the model for these options. Throws std::invalid_argument as
/// aggregation_model() does.
[[nodiscard]] PAJE_EXPORT std::size_t aggregation_leaves(const Trace& trace,
                                                         const AggregationModelOptions& options);

/// The difference of two models as a model of the same kind. Each value appears twice: first the
/// amount by which `other` has more, then the amount by which it has less. Nodes are matched by
/// path and values by name; what one model lacks counts as 0. Tree and time are those of `base`,
/// and slice n is compared with slice n. Throws std::invalid_argument if the numbers of slices
/// differ, or the models have no leaf in common.
[[nodiscard]] PAJE_EXPORT AggregationModel difference_of(const AggregationModel& base,
                                                         const AggregationModel& other);

}  // namespace paje
