/* Requests, from their start to their completion. */
#include <pthread.h>
#include <stdlib.h>

#include "recorder/call.h"
#include "recorder/map.h"
#include "recorder/message.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static rec_map requests, messages;

typedef struct request {
  struct request* next; /* of those that are free */
  uint64_t serial;      /* 0: persistent, not started */
  uint64_t bytes;
  uint32_t comm;
  int peer, tag;
  bool is_send, is_persistent, is_cancelled;
} request;

static request* free_requests;

static request* new_request(void) {
  if (free_requests == NULL) {
    enum { AT_ONCE = 64 };
    request* more = malloc(AT_ONCE * sizeof *more);
    if (more == NULL) return NULL;
    for (int i = 0; i < AT_ONCE; ++i) {
      more[i].next = free_requests;
      free_requests = &more[i];
    }
  }
  request* taken = free_requests;
  free_requests = taken->next;
  return taken;
}

static void free_request(request* unused) {
  if (unused == NULL) return;
  unused->next = free_requests;
  free_requests = unused;
}

static void write_posting(rec_call* call, uint64_t serial, const request* what) {
  if (what->is_send) {
    rec_message(call, REC_SEND, serial, what->comm,
            (uint64_t[]){(uint64_t)what->peer, (uint64_t)what->tag, what->bytes});
  } else {
    rec_message(call, REC_POST, serial, what->comm,
            (uint64_t[]){rec_or_any(what->peer, MPI_ANY_SOURCE), rec_or_any(what->tag, MPI_ANY_TAG),
                         what->bytes});
  }
}

void rec_post(rec_call* call, uint64_t serial, MPI_Request handle, const rec_posting* what) {
  const rec_communicator* known = rec_comm(call->thread, what->comm);
  if (what->peer == MPI_PROC_NULL || known == NULL) return;
  const request made = {.serial = what->is_persistent ? 0 : serial,
                        .bytes = what->bytes,
                        .comm = known->number,
                        .peer = what->peer,
                        .tag = what->tag,
                        .is_send = what->is_send,
                        .is_persistent = what->is_persistent};
  if (!what->is_persistent) write_posting(call, serial, &made);
  if (handle == MPI_REQUEST_NULL) return;
  pthread_mutex_lock(&lock);
  request* kept = new_request();
  if (kept != NULL) {
    *kept = made;
    free_request(rec_map_set(&requests, rec_key(handle), kept));
  }
  pthread_mutex_unlock(&lock);
}

void rec_start(rec_call* call, MPI_Request handle) {
  const uint64_t serial = rec_serial();
  pthread_mutex_lock(&lock);
  request* known = rec_map_find(&requests, rec_key(handle));
  request copy = {0};
  if (known != NULL) {
    known->serial = serial;
    known->is_cancelled = false;
    copy = *known;
  }
  pthread_mutex_unlock(&lock);
  if (known != NULL) write_posting(call, serial, &copy);
}

void rec_done(rec_call* call, uintptr_t handle, const MPI_Status* status) {
  pthread_mutex_lock(&lock);
  request* known = rec_map_find(&requests, handle);
  request copy = {0};
  if (known != NULL) {
    copy = *known;
    known->serial = 0;
    if (!known->is_persistent) free_request(rec_map_remove(&requests, handle));
  }
  pthread_mutex_unlock(&lock);
  if (copy.serial == 0) return;
  int is_cancelled = 0;
  if (copy.is_cancelled) PMPI_Test_cancelled(status, &is_cancelled);
  if (is_cancelled) {
    rec_bytes record;
    rec_begin_bytes(&record, REC_CANCELLED);
    rec_put_serial(&record, call->thread, copy.serial);
    rec_commit(call->thread, record.bytes, record.size);
  } else if (!copy.is_send && status->MPI_SOURCE >= 0) {
    rec_message(call, REC_DONE, copy.serial, 0,
            (uint64_t[]){(uint64_t)status->MPI_SOURCE, (uint64_t)status->MPI_TAG,
                         rec_received_bytes(status)});
  }
}

void rec_cancel(uintptr_t handle) {
  pthread_mutex_lock(&lock);
  request* known = rec_map_find(&requests, handle);
  if (known != NULL) known->is_cancelled = true;
  pthread_mutex_unlock(&lock);
}

void rec_free_request(uintptr_t handle) {
  pthread_mutex_lock(&lock);
  free_request(rec_map_remove(&requests, handle));
  pthread_mutex_unlock(&lock);
}

uintptr_t* rec_keys(rec_call* call, int count, const MPI_Request* handles) {
  if (count <= 0) return NULL;
  uintptr_t* keys = rec_scratch(call->thread, 0, (size_t)count * sizeof *keys);
  for (int i = 0; keys != NULL && i < count; ++i) keys[i] = rec_key(handles[i]);
  return keys;
}

MPI_Status* rec_statuses(rec_call* call, int count, MPI_Status* statuses) {
  if (statuses != MPI_STATUSES_IGNORE || count <= 0) return statuses;
  MPI_Status* own = rec_scratch(call->thread, 1, (size_t)count * sizeof *statuses);
  return own == NULL ? MPI_STATUSES_IGNORE : own;
}

void rec_done_all(rec_call* call, int count, const uintptr_t* keys, const MPI_Status* statuses) {
  if (keys == NULL || statuses == MPI_STATUSES_IGNORE) return;
  for (int i = 0; i < count; ++i) rec_done(call, keys[i], &statuses[i]);
}

void rec_done_some(rec_call* call, int count, const int* indices, const uintptr_t* keys,
                   const MPI_Status* statuses) {
  if (keys == NULL || statuses == MPI_STATUSES_IGNORE || count == MPI_UNDEFINED) return;
  for (int i = 0; i < count; ++i) rec_done(call, keys[indices[i]], &statuses[i]);
}

typedef struct matched {
  uint64_t serial;
  MPI_Comm comm;
} matched;

void rec_matched(uint64_t serial, MPI_Message handle, MPI_Comm comm) {
  if (handle == MPI_MESSAGE_NULL || handle == MPI_MESSAGE_NO_PROC) return;
  matched* kept = malloc(sizeof *kept);
  if (kept == NULL) return;
  *kept = (matched){serial, comm};
  pthread_mutex_lock(&lock);
  free(rec_map_set(&messages, rec_key(handle), kept));
  pthread_mutex_unlock(&lock);
}

bool rec_take_message(uintptr_t handle, uint64_t* serial, MPI_Comm* comm) {
  pthread_mutex_lock(&lock);
  matched* known = rec_map_remove(&messages, handle);
  pthread_mutex_unlock(&lock);
  if (known == NULL) return false;
  *serial = known->serial;
  *comm = known->comm;
  free(known);
  return true;
}
