// A whole run at a glance, in the styles of its other charts.
#pragma once

#include "aggregate/overview.hpp"
#include "charts/chart.hpp"
#include "charts/value_styles.hpp"
#include "paje/dependency_graph.hpp"

namespace paje::tools {

/// The aggregates of states, each in the style of its mode, the paler the less it leads. Those too
/// thin to be seen are merged.
Chart draw_overview_chart(const Overview& overview, const DependencyGraph& graph,
                          const ValueStyles& styles);

}  // namespace paje::tools
