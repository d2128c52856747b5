// Where a run waits, where that is caused, where its critical path is and where it is late, as
// models for aggregation.hpp, next to that of states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "paje/aggregation_model.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// What the amounts of a model are. In a slice of a container, all but lateness are times divided
/// by the length of the slice, so that times of all cells add up to those of the analysis.
enum class Density : uint8_t {
  waiting,   ///< time that states wait, by the kind of the waits; see find_waits()
  cause,     ///< waits that arose there, by what did it; see find_cause_places(). May exceed 1
  critical,  ///< time on the critical path, by value
  lateness,  ///< lateness of the state that the container is in, by value: its mean over the slice
};
PAJE_EXPORT std::string_view spelling(Density density);
PAJE_EXPORT std::optional<Density> density_named(std::string_view word);

/// The leaves are containers with tracks of the graph. If `options.type` is a type, only those with
/// tracks of it and the merged types are; the graph stays that of all. Where a leaf stands for
/// several containers, their times are added up, and lateness is their mean. `container_type` and
/// `outermost` do not matter. Throws as aggregation_model() does, and std::invalid_argument if
/// there is nothing of what is asked for.
[[nodiscard]] PAJE_EXPORT AggregationModel density_model(const DependencyGraph& graph,
                                                         Density density,
                                                         const AggregationModelOptions& options);

/// How many leaves it has.
[[nodiscard]] PAJE_EXPORT std::size_t density_leaves(const DependencyGraph& graph,
                                                     const AggregationModelOptions& options);

}  // namespace paje
