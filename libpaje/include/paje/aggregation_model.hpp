// The microscopic model of a trace: what aggregation.hpp aggregates.
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
  /// The containers of this type are the leaves; for links, those where links start.
  TypeId container_type;
  /// Further types of the same kind, whose objects count as if they were of `type`; the containers
  /// of each are leaves, too. Values of one name are one value.
  std::vector<TypeId> merged_types;
  /// The uppermost container of one of these types above a container becomes the leaf in its
  /// place: proportions of states, and variables, are the mean of all containers below that would
  /// be leaves, punctual events and links are added up. Where none is above it, it stays a leaf.
  std::vector<TypeId> level_types;
  /// The same with the container above it that is at this depth; those in the root are at depth 1.
  /// Not together with `level_types`.
  std::optional<uint32_t> level_depth;
  uint32_t slices = 100;
  /// The time that is cut into slices; without, from the first start of a leaf to the last end.
  std::optional<double> start;
  std::optional<double> end;
  /// Where states nest, the outermost counts instead of the innermost.
  bool outermost = false;
  unsigned threads = 0;  ///< 0: as many as there are cores; the model does not depend on it
};

struct AggregationModel {
  AggregationCells cells;
  /// Of each node of cells.parents, its container. Containers with a single child that has leaves
  /// below it are left out.
  std::vector<ContainerId> containers;
  /// Of each node, its container_path().
  std::vector<std::string> paths;
  /// Of each value of the cells: its name, bytewise ascending; values of one name are one.
  /// Variables have one, their type.
  std::vector<std::string> value_names;
  std::vector<std::optional<Color>> colors;
  double start = 0;
  double end = 0;

  [[nodiscard]] double slice_length() const { return (end - start) / cells.slices; }
  /// When slice `slice` begins; cells.slices gives the end.
  [[nodiscard]] double slice_start(uint32_t slice) const {
    return start + (end - start) * slice / cells.slices;
  }
};

/// Builds the model. Amounts are, for states, the part of the slice that the leaf is in the value,
/// the innermost one where they nest; for variables, the mean over the slice, where it has no value
/// counting as 0; for punctual events and links, how many there are (links by their starts).
/// Integration is exact: O(objects + cells they reach).
/// Throws TimeError if the run has no end or begin that can be measured and none was given.
/// Throws std::invalid_argument, with a message for people, when there is nothing to aggregate: no
/// such container, leaves above each other, types that cannot be merged, no object, no length of
/// time, a negative variable, too many slices; or too much: all tables, those of an Aggregation
/// included, may take 1 GiB and 1,000 bytes for each object of the trace, so that a few lines
/// cannot make gigabytes.
[[nodiscard]] PAJE_EXPORT AggregationModel
aggregation_model(const Trace& trace, const AggregationModelOptions& options);

/// The names from below the root type down to a type, joined by '/'; as long as container_path()
/// at most.
[[nodiscard]] PAJE_EXPORT std::string type_path(const Trace& trace, TypeId type);

/// How many leaves the model has that the options ask for. Throws std::invalid_argument as
/// aggregation_model() does.
[[nodiscard]] PAJE_EXPORT std::size_t aggregation_leaves(const Trace& trace,
                                                         const AggregationModelOptions& options);

/// The difference of two models as one of the same kind: every value is there twice, first for
/// where `other` has more, then for where it has less, by how much. Nodes and values are matched by
/// path and name; what only one model has counts as 0 in the other. The tree and the time are those
/// of `base`, so slice n is compared with slice n. Throws std::invalid_argument if the numbers of
/// slices differ or the models have no leaf in common.
[[nodiscard]] PAJE_EXPORT AggregationModel difference_of(const AggregationModel& base,
                                                         const AggregationModel& other);

}  // namespace paje
