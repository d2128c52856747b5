/* Threads of one process that send and receive at the same time. */
#include <paje/record.h>
#include <pthread.h>

#include "counted.h"

static void* talk(void* argument) {
  const int me = *(const int*)argument, other = 1 - rank;
  char data[64];
  paje_region_begin(me ? "second" : "first");
  for (int i = 0; i < 50; ++i) {
    if (rank == 0) MPI_Send(data, me + 1, MPI_CHAR, other, me, MPI_COMM_WORLD);
    else MPI_Recv(data, 64, MPI_CHAR, other, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  paje_region_end();
  return NULL;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided < MPI_THREAD_MULTIPLE) printf("no threads\n");
  pthread_t thread;
  int numbers[2] = {0, 1};
  if (rank < 2) {
    pthread_create(&thread, NULL, talk, &numbers[1]);
    talk(&numbers[0]);
    pthread_join(thread, NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
