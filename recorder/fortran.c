/* Arguments of Fortran as those of C, and back. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "recorder/wrappers.h"

enum { REQUESTS = 2, STATUSES = 3, INDICES = 4, TYPES = 5 };
enum { STATUS_INTEGERS = sizeof(MPI_Status) / sizeof(MPI_Fint) };

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "integers of both languages are passed on as they are");

struct rec_fortran rec_fortran;

int rec_rank(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

/* The names that compilers give to variables of Fortran. */
static void* find_variable(const char* name) {
  static const char* const endings[] = {"_", "", "__"};
  char text[64];
  for (int i = 0; i < 3; ++i) {
    snprintf(text, sizeof text, "%s%s", name, endings[i]);
    void* const found = dlsym(RTLD_DEFAULT, text);
    if (found != NULL) return found;
  }
  return NULL;
}

void* rec_find(const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  if (found == NULL) {
    fprintf(stderr, "paje: the MPI library has no %s\n", name);
    exit(127);
  }
  if (rec_fortran.in_place == NULL) {
    rec_fortran.status_ignore = find_variable("mpi_fortran_status_ignore");
    rec_fortran.statuses_ignore = find_variable("mpi_fortran_statuses_ignore");
    rec_fortran.in_place = find_variable("mpi_fortran_in_place");
  }
  return found;
}

bool rec_fortran_in_place(const void* buffer) { return buffer == rec_fortran.in_place; }

MPI_Request* rec_requests_f2c(rec_call* call, int count, const MPI_Fint* handles) {
  if (count <= 0) return NULL;
  MPI_Request* all = rec_scratch(call->thread, REQUESTS, (size_t)count * sizeof *all);
  for (int i = 0; all != NULL && i < count; ++i) all[i] = PMPI_Request_f2c(handles[i]);
  return all;
}

void* rec_fortran_statuses(rec_call* call, int count, void* statuses) {
  if (statuses != rec_fortran.statuses_ignore || count <= 0) return statuses;
  void* own = rec_scratch(call->thread, STATUSES, (size_t)count * sizeof(MPI_Status));
  return own == NULL ? statuses : own;
}

MPI_Status* rec_statuses_f2c(rec_call* call, int count, const MPI_Fint* statuses) {
  if (count <= 0 || statuses == rec_fortran.statuses_ignore) return MPI_STATUSES_IGNORE;
  MPI_Status* all = rec_scratch(call->thread, 1, (size_t)count * sizeof *all);
  for (int i = 0; all != NULL && i < count; ++i) {
    PMPI_Status_f2c(statuses + (size_t)i * STATUS_INTEGERS, &all[i]);
  }
  return all == NULL ? MPI_STATUSES_IGNORE : all;
}

int* rec_indices_f2c(rec_call* call, int count, const MPI_Fint* indices) {
  if (count <= 0) return NULL;
  int* all = rec_scratch(call->thread, INDICES, (size_t)count * sizeof *all);
  for (int i = 0; all != NULL && i < count; ++i) all[i] = indices[i] - 1;
  return all;
}

MPI_Datatype* rec_types_f2c(rec_call* call, MPI_Comm comm, const MPI_Fint* handles, int which) {
  int count = 0;
  PMPI_Comm_size(comm, &count);
  MPI_Datatype* all = rec_scratch(call->thread, TYPES + which, (size_t)count * sizeof *all);
  for (int i = 0; all != NULL && i < count; ++i) all[i] = PMPI_Type_f2c(handles[i]);
  return all;
}

/* Without the blanks that Fortran fills up with. */
void rec_text_f2c(char* to, const char* from, size_t length) {
  while (length > 0 && from[length - 1] == ' ') --length;
  if (length > REC_MOST_NAME_BYTES) length = REC_MOST_NAME_BYTES;
  memcpy(to, from, length);
  to[length] = '\0';
}
