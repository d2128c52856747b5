// pj_mpi archive
#pragma once

#include "mpi/mpi_exchange.hpp"
#include "mpi/options.hpp"

namespace paje::tools {

/// Writes the archive of a trace, all processes together.
void archive(const ArchiveCommand& options, MpiExchange& exchange);

}  // namespace paje::tools
