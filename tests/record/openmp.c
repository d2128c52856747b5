/* Four parallel regions of three threads with one of everything that is recorded of OpenMP. */
#include <omp.h>
#include <stdio.h>
#include <time.h>

/* Asleep, so that the other threads get to the barrier on a busy machine, too. */
static void take(long milliseconds) {
  const struct timespec time = {0, milliseconds * 1000000};
  nanosleep(&time, NULL);
}

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  double sum = 0;
  for (int step = 0; step < 4; ++step) {
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(dynamic) reduction(+ : sum)
      for (int i = 0; i < 9; ++i) sum += i;
#pragma omp critical
      sum += 1;
      omp_set_lock(&lock);
      sum += 2;
      omp_unset_lock(&lock);
#pragma omp master
      take(100);
#pragma omp barrier
#pragma omp single
      for (int task = 0; task < 6; ++task) {
#pragma omp task
        {
#pragma omp atomic
          sum += 3;
        }
      }
    }
  }
  omp_destroy_lock(&lock);
  printf("%g\n", sum);
  return 0;
}
