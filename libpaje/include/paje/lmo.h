/* Estimates how fast processes of an MPI program communicate, inside that program: the LMO model, in
 * which a message of M bytes from i to j takes
 *
 *   startup[i] + per_byte[i] M + startup[j] + per_byte[j] M + links[i * processes + j] M
 *
 *   struct paje_lmo model;
 *   const int error = paje_lmo_estimate(MPI_COMM_WORLD, NULL, &model);
 *   if (error) complain(paje_lmo_text(error));
 *   ... paje_lmo_time(&model, 0, 3, 65536) ...
 *   paje_lmo_free(&model);
 *
 * Link with -lpaje-lmo-openmpi or -lpaje-lmo-mpich, which are built where that MPI is found. For C99
 * and C++. */
#ifndef PAJE_LMO_H
#define PAJE_LMO_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct paje_lmo {
  int processes;
  double* startup;  /* C_i: seconds of a message at each process */
  double* per_byte; /* t_i: seconds of a byte at each process */
  double* links;    /* 1 / beta_ij: seconds of a byte between two, row by row; 0 to oneself */
};

/* Zeros stand for what is given here. */
struct paje_lmo_options {
  double confidence;    /* 0.95: that the mean is in its interval */
  double precision;     /* 0.025: half the interval over the mean, which ends repetitions */
  int most_repetitions; /* 100, of each experiment */
  int serial;           /* other than 0: never two groups of processes at the same time */
  size_t bytes;         /* 16384: of messages */
};

enum paje_lmo_error {
  PAJE_LMO_DONE = 0,
  PAJE_LMO_FEW_PROCESSES = 1, /* the model needs three */
  PAJE_LMO_BAD_OPTION = 2,
  PAJE_LMO_NOT_FITTED = 3, /* times without a meaning, such as 0 */
  PAJE_LMO_NO_MEMORY = 4
};

/* All processes of the communicator call it, and all get the same model and the same result; no other
 * message of theirs is touched. After an error the model is empty. `options` may be null. */
int paje_lmo_estimate(MPI_Comm comm, const struct paje_lmo_options* options, struct paje_lmo* model);

/* Seconds of a message. */
double paje_lmo_time(const struct paje_lmo* model, int from, int to, double bytes);
/* What an error means, in words. */
const char* paje_lmo_text(int error);
void paje_lmo_free(struct paje_lmo* model);

#ifdef __cplusplus
}
#endif

#endif
