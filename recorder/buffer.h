/* The file of a thread, which is mapped: whatever ends the process, all that was recorded is in it. */
#ifndef PAJE_RECORDER_BUFFER_H
#define PAJE_RECORDER_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "recorder/format.h"

enum { REC_MOST_CALLS = 512, REC_MOST_BYTES = 80, REC_NAMES = 1024, REC_SCRATCHES = 8 };

typedef struct rec_thread {
  struct rec_header* header;
  unsigned char* window;
  size_t used; /* of the window */
  uint64_t window_offset;
  uint64_t last;        /* time */
  uint64_t last_serial;
  uint64_t is_named[REC_MOST_CALLS / 64];
  char* names[REC_NAMES]; /* by a hash of the text, then by the next free place */
  uint32_t numbers[REC_NAMES];
  uint32_t name_count;
  void* scratch[REC_SCRATCHES]; /* arrays of requests, statuses and the like of a call */
  size_t scratch_bytes[REC_SCRATCHES];
  const void* last_handle; /* of the communicator that was looked up last, and what was found */
  void* last_found;
  uint64_t last_generation;
  int file;
  bool inside; /* a call: what it calls itself is not recorded */
  struct rec_thread* next;
} rec_thread;

typedef struct rec_bytes {
  unsigned char bytes[REC_MOST_BYTES];
  size_t size;
} rec_bytes;

/* Of this thread; null if nothing is recorded. */
rec_thread* rec_this_thread(void);
/* What all threads' files say of the process, now and later. */
void rec_set_rank(int rank, int ranks);
/* Nothing more is recorded, and what was is not to be read. */
void rec_give_up(const char* why);
void rec_add_sync(const struct rec_sync* sync);

void rec_commit(rec_thread* thread, const unsigned char* bytes, size_t size);
/* A record of a kind, a number and a text. */
void rec_commit_text(rec_thread* thread, enum rec_kind kind, uint64_t number, const char* text);
/* At least `bytes` of memory that lives as long as the thread; null if there is none. */
void* rec_scratch(rec_thread* thread, int which, size_t bytes);
/* The number of a region or a value, whose name is written before. */
uint32_t rec_name(rec_thread* thread, const char* name);

static inline uint64_t rec_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline void rec_begin_bytes(rec_bytes* to, enum rec_kind kind) {
  to->bytes[0] = (unsigned char)kind;
  to->size = 1;
}

static inline void rec_put(rec_bytes* to, uint64_t number) {
  while (number >= 128) {
    to->bytes[to->size++] = (unsigned char)(number | 128);
    number >>= 7;
  }
  to->bytes[to->size++] = (unsigned char)number;
}

static inline uint64_t rec_zigzag(int64_t number) {
  return ((uint64_t)number << 1) ^ (uint64_t)(number >> 63);
}

static inline void rec_put_serial(rec_bytes* to, rec_thread* thread, uint64_t serial) {
  rec_put(to, rec_zigzag((int64_t)(serial - thread->last_serial)));
  thread->last_serial = serial;
}

static inline void rec_put_time(rec_bytes* to, rec_thread* thread, uint64_t time) {
  rec_put(to, time - thread->last);
  thread->last = time;
}

#endif
