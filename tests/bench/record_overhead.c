/* Makes many calls of MPI on one rank, and prints for each kind how long one takes, in nanoseconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double best(void (*work)(int), int times, int calls_each) {
  double least = 1e30;
  for (int round = 0; round < 9; ++round) {
    const double start = MPI_Wtime();
    work(times);
    const double each = (MPI_Wtime() - start) / times / calls_each * 1e9;
    if (each < least) least = each;
  }
  return least;
}

static void probes(int times) {
  int flag;
  for (int i = 0; i < times; ++i) MPI_Iprobe(0, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static void exchanges(int times) {
  char in[64], out[64] = {0};
  MPI_Request q[2];
  for (int i = 0; i < times; ++i) {
    MPI_Irecv(in, 64, MPI_CHAR, 0, 1, MPI_COMM_SELF, &q[0]);
    MPI_Isend(out, 64, MPI_CHAR, 0, 1, MPI_COMM_SELF, &q[1]);
    MPI_Wait(&q[0], MPI_STATUS_IGNORE);
    MPI_Wait(&q[1], MPI_STATUS_IGNORE);
  }
}

static void collectives(int times) {
  int data = 0;
  for (int i = 0; i < times; ++i) MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_SELF);
}

int main(int argc, char** argv) {
  const int times = argc > 1 ? atoi(argv[1]) : 20000;
  MPI_Init(&argc, &argv);
  printf("probe %.1f\n", best(probes, times, 1));
  printf("exchange %.1f\n", best(exchanges, times, 4));
  printf("collective %.1f\n", best(collectives, times, 1));
  printf("calls %ld\n", 9L * times * 6);
  MPI_Finalize();
  return 0;
}
