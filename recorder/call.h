/* What the wrappers do around a call of MPI, and what of its arguments is recorded. */
#ifndef PAJE_RECORDER_CALL_H
#define PAJE_RECORDER_CALL_H

#include <mpi.h>
#include <stdbool.h>

#include "recorder/buffer.h"

/* Programs without MPI, such as the shell that starts others, load this library, too. */
#pragma weak PMPI_Barrier
#pragma weak PMPI_Bcast
#pragma weak PMPI_Comm_dup
#pragma weak PMPI_Comm_f2c
#pragma weak PMPI_Comm_free
#pragma weak PMPI_Comm_get_parent
#pragma weak PMPI_Comm_group
#pragma weak PMPI_Comm_rank
#pragma weak PMPI_Comm_remote_group
#pragma weak PMPI_Comm_remote_size
#pragma weak PMPI_Comm_size
#pragma weak PMPI_Comm_test_inter
#pragma weak PMPI_Gather
#pragma weak PMPI_Get_count
#pragma weak PMPI_Group_free
#pragma weak PMPI_Group_size
#pragma weak PMPI_Group_translate_ranks
#pragma weak PMPI_Message_f2c
#pragma weak PMPI_Recv
#pragma weak PMPI_Request_f2c
#pragma weak PMPI_Send
#pragma weak PMPI_Status_f2c
#pragma weak PMPI_Test_cancelled
#pragma weak PMPI_Type_f2c
#pragma weak PMPI_Type_size
#ifdef OPEN_MPI
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_comm_self
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_uint64_t
#pragma weak ompi_mpi_datatype_null
#pragma weak ompi_request_null
#pragma weak ompi_message_null
#pragma weak ompi_message_no_proc
#endif

typedef struct rec_call {
  rec_thread* thread;
  uint32_t id;
  uint64_t start, stop;
} rec_call;

typedef struct rec_communicator {
  uint32_t number;
  uint32_t sequence; /* of collective calls */
} rec_communicator;

/* Handles are pointers or integers. */
#define rec_key(handle) ((uintptr_t)(handle))

extern const char* const rec_call_names[];

/* False: this call is not to be recorded: it is part of another one, or nothing is. */
static inline bool rec_begin(rec_call* call, uint32_t id) {
  rec_thread* thread = rec_this_thread();
  if (thread == NULL || thread->inside) return false;
  thread->inside = true;
  call->thread = thread;
  call->id = id;
  if ((thread->is_named[id / 64] >> id % 64 & 1) == 0) {
    thread->is_named[id / 64] |= (uint64_t)1 << id % 64;
    rec_commit_text(thread, REC_CALL_NAME, id, rec_call_names[id]);
  }
  call->start = rec_now();
  thread->header->open_start = call->start;
  thread->header->open_call = id + 1;
  return true;
}

static inline void rec_stop(rec_call* call) { call->stop = rec_now(); }

/* The end of a call: one of these. */
void rec_end(rec_call* call);
void rec_end_on(rec_call* call, MPI_Comm comm);
void rec_end_collective(rec_call* call, const rec_communicator* comm, uint32_t sequence, int root,
                        uint64_t bytes);

/* The place of a send or a receive in the order in which the process posts them. */
uint64_t rec_serial(void);

/* Before the end of their call. */
void rec_send(rec_call* call, uint64_t serial, MPI_Comm comm, int peer, int tag, uint64_t bytes);
void rec_receive(rec_call* call, uint64_t serial, MPI_Comm comm, int peer, const MPI_Status* status);
void rec_probe(rec_call* call, MPI_Comm comm, int peer, int tag);

/* Requests: what they do, whether they are persistent, and that something has been posted. */
typedef struct rec_posting {
  MPI_Comm comm;
  int peer, tag;
  uint64_t bytes;
  bool is_send, is_persistent;
} rec_posting;
void rec_post(rec_call* call, uint64_t serial, MPI_Request request, const rec_posting* what);
void rec_start(rec_call* call, MPI_Request request);
void rec_done(rec_call* call, uintptr_t request, const MPI_Status* status);
void rec_cancel(uintptr_t request);
void rec_free_request(uintptr_t request);
/* Copies of the keys of requests, which the call may replace; null if there is no memory. */
uintptr_t* rec_keys(rec_call* call, int count, const MPI_Request* requests);
/* Statuses of this thread where the program wants none. */
MPI_Status* rec_statuses(rec_call* call, int count, MPI_Status* statuses);
void rec_done_all(rec_call* call, int count, const uintptr_t* keys, const MPI_Status* statuses);
void rec_done_some(rec_call* call, int count, const int* indices, const uintptr_t* keys,
                   const MPI_Status* statuses);

/* Messages that were probed for, and are received later. */
void rec_matched(uint64_t serial, MPI_Message message, MPI_Comm comm);
/* False if it is not known. */
bool rec_take_message(uintptr_t message, uint64_t* serial, MPI_Comm* comm);

/* Communicators. */
rec_communicator* rec_comm(rec_thread* thread, MPI_Comm comm);
uint32_t rec_next_sequence(rec_communicator* comm);
void rec_new_comm(rec_call* call, MPI_Comm comm);
void rec_free_comm(uintptr_t comm);
void rec_name_comm(rec_call* call, MPI_Comm comm, const char* name);
void rec_begin_world(rec_call* call);

/* Bytes of buffers. */
uint64_t rec_bytes_of(int count, MPI_Datatype type);
uint64_t rec_bytes_of_all(MPI_Comm comm, const int* counts, MPI_Datatype type);
uint64_t rec_bytes_for_each(MPI_Comm comm, int count, MPI_Datatype type);
uint64_t rec_bytes_of_types(MPI_Comm comm, const int* counts, const MPI_Datatype* types);

/* Offset of this clock from rank 0's; a collective call. */
void rec_synchronise(void);

#endif
