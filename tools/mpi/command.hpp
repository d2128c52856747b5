// All that pj_mpi does between the beginning and the end of MPI.
#pragma once

namespace paje::tools {

/// By all processes, with the same words. Returns the exit status.
int run_mpi_command(int argc, char** argv);

}  // namespace paje::tools
