/* Estimates the network of a run inside it, and says what a message takes. */
#include <paje/lmo.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  struct paje_lmo_options options = {.precision = 0.5, .most_repetitions = 10, .bytes = 4096};
  struct paje_lmo model;
  const int error = paje_lmo_estimate(MPI_COMM_WORLD, &options, &model);
  int rank, bad = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < model.processes; ++i) {
    for (int j = 0; j < model.processes; ++j) {
      if (i != j && !(paje_lmo_time(&model, i, j, 4096) > 0)) bad = 1;
      if (model.links[i * model.processes + j] != model.links[j * model.processes + i]) bad = 1;
    }
  }
  printf("%d: %d processes, %s, %d\n", rank, model.processes, paje_lmo_text(error), bad);
  paje_lmo_free(&model);
  options.confidence = 2;
  if (paje_lmo_estimate(MPI_COMM_WORLD, &options, &model) == PAJE_LMO_DONE) puts("an option is not checked");
  MPI_Finalize();
  return 0;
}
