// A trace of a simulated run, with the types that SimGrid's traces of MPI programs have.
#pragma once

#include <string>

#include "simulate/sweep.hpp"

namespace paje::tools {

/// Writes the file.
void write_run_trace(const Study& study, const std::string& path, unsigned threads);

}  // namespace paje::tools
