// What pj_aggregate writes: pictures, and a report.
#pragma once

#include "aggregate/overview.hpp"

namespace paje::tools {

/// Inputs are known from then on, so that no output overwrites them.
void begin_aggregation(const AggregateOptions& options);

/// All outputs that the options ask for.
void write_overview(const Overview& overview, const AggregateOptions& options);

}  // namespace paje::tools
