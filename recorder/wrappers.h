/* What the generated wrappers need. */
#ifndef PAJE_RECORDER_WRAPPERS_H
#define PAJE_RECORDER_WRAPPERS_H

#include "recorder/call.h"

#define EXPORTED __attribute__((visibility("default")))

static inline bool rec_is_in_place(const void* buffer) { return buffer == MPI_IN_PLACE; }
int rec_rank(MPI_Comm comm);

/* Fortran: addresses that mean something, and arrays of handles and statuses, in memory of the thread. */
struct rec_fortran {
  void *status_ignore, *statuses_ignore, *in_place;
};
extern struct rec_fortran rec_fortran;
/* The call of the MPI library. Ends the program with a message if there is none. */
void* rec_find(const char* name);
bool rec_fortran_in_place(const void* buffer);
MPI_Request* rec_requests_f2c(rec_call* call, int count, const MPI_Fint* handles);
void* rec_fortran_statuses(rec_call* call, int count, void* statuses);
MPI_Status* rec_statuses_f2c(rec_call* call, int count, const MPI_Fint* statuses);
int* rec_indices_f2c(rec_call* call, int count, const MPI_Fint* indices);
MPI_Datatype* rec_types_f2c(rec_call* call, MPI_Comm comm, const MPI_Fint* handles, int which);
void rec_text_f2c(char* to, const char* from, size_t length);

#endif
