// pj_mpi analyze, pj_mpi transitions
#pragma once

#include "analyze/options.hpp"
#include "mpi/mpi_exchange.hpp"

namespace paje::tools {

/// What pj_analyze does with these options. Returns how the program ends.
int analyze_together(const AnalyzeOptions& options, bool stats, MpiExchange& exchange);

}  // namespace paje::tools
