// pj_mpi export
#pragma once

#include "export/options.hpp"
#include "mpi/mpi_exchange.hpp"

namespace paje::tools {

/// What pj_export does with these options, which ask for Parquet. Returns how the program ends.
int export_together(const ExportOptions& options, bool stats, MpiExchange& exchange);

}  // namespace paje::tools
