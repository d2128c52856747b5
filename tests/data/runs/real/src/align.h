// eztrace 2.0 takes MPI_Wtime as its clock, which in Open MPI begins by itself in each process, and
// counts from the end of MPI_Init, on rank 0 some 15 to 60 milliseconds later than on the others
// (it still makes the folders of the archive), so that messages seem to arrive before they were
// sent. align_clocks() measures how far each rank's clock is from rank 0's (ping-pong, the shortest
// of kRounds) and lets all of them count from the same moment, by eztrace's own variable. PMPI_
// calls are not traced. Without eztrace (or under SMPI) it does nothing.
#ifndef SIMULATED
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <unistd.h>
static int64_t clock_now(void) { return (int64_t)(PMPI_Wtime() * 1e9); }
static void align_clocks(void) {
  enum { kRounds = 200 };
  int64_t* first = (int64_t*)dlsym(RTLD_DEFAULT, "first_timestamp");
  if (!first) return;
  int rank, ranks;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int64_t offset = 0;  // own clock less that of rank 0
  PMPI_Barrier(MPI_COMM_WORLD);
  for (int r = 1; r < ranks; ++r) {
    int64_t least = INT64_MAX, best = 0, there = 0;
    for (int i = 0; i < kRounds; ++i) {
      if (rank == 0) {
        const int64_t t = clock_now();
        PMPI_Send(&there, 1, MPI_INT64_T, r, 9, MPI_COMM_WORLD);
        PMPI_Recv(&there, 1, MPI_INT64_T, r, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const int64_t back = clock_now();
        if (back - t < least) {
          least = back - t;
          best = there - (t + least / 2);
        }
      } else if (rank == r) {
        PMPI_Recv(&there, 1, MPI_INT64_T, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        there = clock_now();
        PMPI_Send(&there, 1, MPI_INT64_T, 0, 9, MPI_COMM_WORLD);
      }
    }
    if (rank == 0) PMPI_Send(&best, 1, MPI_INT64_T, r, 9, MPI_COMM_WORLD);
    if (rank == r) PMPI_Recv(&offset, 1, MPI_INT64_T, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  int64_t begin = *first - offset;  // by the clock of rank 0
  PMPI_Allreduce(MPI_IN_PLACE, &begin, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  begin += offset;
  while (clock_now() < begin + 500000) usleep(50);  // no clock goes back before what it has written
  *first = begin;
  PMPI_Barrier(MPI_COMM_WORLD);
}
#else
static void align_clocks(void) {}
#endif
