/* Records of sends and receives, as they are called and as they complete. */
#include <stdatomic.h>

#include "recorder/call.h"
#include "recorder/message.h"

static _Atomic uint64_t serials = 1;

static void finish(rec_call* call, const rec_bytes* record) {
  rec_thread* thread = call->thread;
  rec_commit(thread, record->bytes, record->size);
  thread->last = call->stop;
  thread->header->open_call = 0;
  thread->inside = false;
}

static void begin_call(rec_call* call, rec_bytes* record, enum rec_kind kind) {
  rec_begin_bytes(record, kind);
  rec_put(record, call->id);
  rec_put(record, call->start - call->thread->last);
  rec_put(record, call->stop - call->start);
}

void rec_end(rec_call* call) {
  rec_bytes record;
  begin_call(call, &record, REC_CALL);
  finish(call, &record);
}

void rec_end_on(rec_call* call, MPI_Comm comm) {
  const rec_communicator* known = rec_comm(call->thread, comm);
  if (known == NULL) {
    rec_end(call);
    return;
  }
  rec_bytes record;
  begin_call(call, &record, REC_CALL_ON);
  rec_put(&record, known->number);
  finish(call, &record);
}

void rec_end_collective(rec_call* call, const rec_communicator* comm, uint32_t sequence, int root,
                        uint64_t bytes) {
  if (comm == NULL) {
    rec_end(call);
    return;
  }
  rec_bytes record;
  begin_call(call, &record, REC_COLLECTIVE);
  rec_put(&record, comm->number);
  rec_put(&record, sequence);
  rec_put(&record, root < 0 ? 0 : (uint64_t)root + 1);
  rec_put(&record, bytes);
  finish(call, &record);
}

uint64_t rec_serial(void) {
  return atomic_fetch_add_explicit(&serials, 1, memory_order_relaxed);
}

void rec_message(rec_call* call, enum rec_kind kind, uint64_t serial, uint32_t comm,
                 const uint64_t* numbers) {
  rec_bytes record;
  rec_begin_bytes(&record, kind);
  rec_put_serial(&record, call->thread, serial);
  if (kind != REC_DONE) rec_put(&record, comm);
  for (int i = 0; i < 3; ++i) rec_put(&record, numbers[i]);
  rec_commit(call->thread, record.bytes, record.size);
}

void rec_send(rec_call* call, uint64_t serial, MPI_Comm comm, int peer, int tag, uint64_t bytes) {
  const rec_communicator* known = rec_comm(call->thread, comm);
  if (peer == MPI_PROC_NULL || known == NULL) return;
  rec_message(call, REC_SEND, serial, known->number, (uint64_t[]){(uint64_t)peer, (uint64_t)tag, bytes});
}

uint64_t rec_received_bytes(const MPI_Status* status) {
  int bytes = 0;
  if (PMPI_Get_count(status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes < 0) return 0;
  return (uint64_t)bytes;
}

void rec_receive(rec_call* call, uint64_t serial, MPI_Comm comm, int peer, const MPI_Status* status) {
  const rec_communicator* known = rec_comm(call->thread, comm);
  if (peer == MPI_PROC_NULL || status->MPI_SOURCE < 0 || known == NULL) return;
  rec_message(call, REC_RECEIVE, serial, known->number,
          (uint64_t[]){(uint64_t)status->MPI_SOURCE, (uint64_t)status->MPI_TAG,
                       rec_received_bytes(status)});
}

void rec_probe(rec_call* call, MPI_Comm comm, int peer, int tag) {
  const rec_communicator* known = rec_comm(call->thread, comm);
  if (peer == MPI_PROC_NULL || known == NULL) return;
  rec_bytes record;
  rec_begin_bytes(&record, REC_PROBE);
  rec_put(&record, known->number);
  rec_put(&record, rec_or_any(peer, MPI_ANY_SOURCE));
  rec_put(&record, rec_or_any(tag, MPI_ANY_TAG));
  rec_commit(call->thread, record.bytes, record.size);
}
