// Made the archive in ring/: mpicc ring.c -o ring;
// mpirun -np 3 eztrace -t openmpi ./ring (eztrace 2.0, OTF2 3.0).
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int turn = 0; turn < 3; ++turn) {
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, turn, MPI_COMM_WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
