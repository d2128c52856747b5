/* Records of messages, of whichever call. */
#ifndef PAJE_RECORDER_MESSAGE_H
#define PAJE_RECORDER_MESSAGE_H

#include "recorder/call.h"

/* `numbers`: peer, tag, bytes, as the kind has them. */
void rec_message(rec_call* call, enum rec_kind kind, uint64_t serial, uint32_t comm,
                 const uint64_t* numbers);
uint64_t rec_received_bytes(const MPI_Status* status);

/* A peer or a tag that may be any. */
static inline uint64_t rec_or_any(int number, int any) {
  return number == any ? 0 : (uint64_t)number + 1;
}

#endif
