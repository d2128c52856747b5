// pj_mpi aggregate
#pragma once

#include "aggregate/options.hpp"
#include "mpi/mpi_exchange.hpp"

namespace paje::tools {

/// What pj_aggregate does with these options. Returns how the program ends.
int aggregate_together(const AggregateOptions& options, bool stats, MpiExchange& exchange);

}  // namespace paje::tools
