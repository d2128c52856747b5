/* Rank 1 dies by a signal in the middle, while rank 0 waits for it. */
#include <mpi.h>
#include <paje/record.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, data = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  paje_region_begin("work");
  for (int i = 0; i < 100; ++i) {
    if (rank == 1) MPI_Send(&data, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&data, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    usleep(200000);
    kill(getpid(), SIGKILL);
  }
  MPI_Recv(&data, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
