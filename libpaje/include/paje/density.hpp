// Where a run waits, where waits are caused, where the critical path is and where the run is late:
// models for aggregation.hpp, in addition to that of states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "paje/aggregation_model.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// The amounts of a model. Except for lateness, the amount of a cell is a time divided by the
/// length of the slice, so that all cells add up to the time in the analysis.
enum class Density : uint8_t {
  waiting,   ///< waiting time of states, by kind of wait; see find_waits()
  cause,     ///< waits caused there, by the causing value; see find_cause_places(); may exceed 1
  critical,  ///< time on the critical path, by value
  lateness,  ///< lateness of the container's state, by value: mean over the slice
};
PAJE_EXPORT std::string_view spelling(Density density);
PAJE_EXPORT std::optional<Density> density_named(std::string_view word);

/// The leaves are containers with tracks in the graph. If `options.type` is set, only those with
/// tracks of that type or of the merged types; the graph still covers all. If a leaf stands for
/// several containers, times are summed and lateness is averaged. `container_type` and `outermost`
/// are ignored. Throws as aggregation_model(), and std::invalid_argument if the leaves have no
/// amounts.
[[nodiscard]] PAJE_EXPORT AggregationModel density_model(const DependencyGraph& graph,
                                                         Density density,
                                                         const AggregationModelOptions& options);

/// The number of leaves of that model.
[[nodiscard]] PAJE_EXPORT std::size_t density_leaves(const DependencyGraph& graph,
                                                     const AggregationModelOptions& options);

}  // namespace paje
