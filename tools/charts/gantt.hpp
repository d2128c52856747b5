// Small Gantt charts: states over time with the critical path, and what all containers do.
#pragma once

#include <vector>

#include "charts/chart.hpp"
#include "charts/value_styles.hpp"
#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

/// At most 64 rows and about 30,000 cells, however large the run is.
Chart draw_path(const DependencyGraph& graph, const std::vector<PathPiece>& path,
                const ValueStyles& styles, TimeUnit unit);

/// The part of the containers that is in each value, over time.
Chart draw_time_profile(const DependencyGraph& graph, const ValueStyles& styles, TimeUnit unit);

}  // namespace paje::tools
