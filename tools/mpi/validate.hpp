// pj_mpi validate
#pragma once

#include "mpi/mpi_exchange.hpp"
#include "validate/options.hpp"

namespace paje::tools {

/// What pj_validate does with these options. Returns how the program ends.
int validate_together(const ValidateOptions& options, bool stats, MpiExchange& exchange);

}  // namespace paje::tools
