// pj_mpi: reads a trace with the processes of an MPI program.
#include <mpi.h>

#include "common/interrupts.hpp"
#include "common/memory_limit.hpp"
#include "mpi/command.hpp"

int main(int argc, char** argv) {
  paje::tools::block_interrupts();  // MPI starts threads
  MPI_Init(&argc, &argv);
  const int status = paje::tools::run_mpi_command(argc, argv);
  const paje::tools::MemoryLimitPause pause;
  MPI_Finalize();
  return status;
}
