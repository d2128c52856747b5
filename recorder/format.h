/* What the library that is preloaded into programs writes, and pj_record reads: a file for each thread,
 * of a header and of records. A record is a byte that names its kind, and numbers of 7 bits a byte, the
 * lowest first. Times are nanoseconds since the time that the record before ended (of calls, their
 * start); a call is written when it ends. A file that was not finished ends with a record of kind 0.
 *
 * Records of sends, receives and the like belong to the call that follows them. */
#ifndef PAJE_RECORDER_FORMAT_H
#define PAJE_RECORDER_FORMAT_H

#include <stdint.h>

#define REC_MAGIC "pajerec1"
#define REC_HEADER_BYTES 4096u
#define REC_WINDOW_BYTES (1u << 20) /* records do not lie across the borders of windows */
#define REC_MOST_NAME_BYTES 255u
#define REC_GIVEN_UP 2
#define REC_SUFFIX ".rec"

enum rec_kind {
  REC_END = 0,        /* nothing follows */
  REC_SKIP,           /* what follows is in the next window */
  REC_CALL_NAME,      /* number of a call, bytes, name */
  REC_NAME,           /* number of a region or a value, bytes, name */
  REC_CALL,           /* number, start, duration */
  REC_CALL_ON,        /* number, start, duration, communicator */
  REC_COLLECTIVE,     /* number, start, duration, communicator, sequence, root + 1 or 0, bytes */
  REC_SEND,           /* serial, communicator, peer, tag, bytes */
  REC_RECEIVE,        /* serial, communicator, peer, tag, bytes: posted and complete */
  REC_POST,           /* serial, communicator, peer + 1 or 0 (any), tag + 1 or 0, bytes: posted only */
  REC_DONE,           /* serial of what was posted, peer, tag, bytes */
  REC_CANCELLED,      /* serial */
  REC_PROBE,          /* communicator, peer + 1 or 0, tag + 1 or 0 */
  REC_ENTER,          /* time, number of a name */
  REC_LEAVE,          /* time */
  REC_VALUE,          /* time, number of a name, 8 bytes of a double */
  REC_COMMUNICATOR,   /* number, 1 if it has a remote group, then for each group its size and its
                         ranks in the world: each as its difference from the one before, signed */
  REC_COMMUNICATOR_NAME /* number, bytes, name */
};

/* Serials, of sends and receives in the order in which a process posts them, are signed differences
 * from the last one of the file. */

struct rec_sync {
  uint64_t local;  /* a time of this clock */
  int64_t offset;  /* rank 0's less this one's then */
  uint64_t error;  /* half of the fastest round trip */
};

struct rec_header {
  char magic[8];
  int32_t rank; /* in MPI_COMM_WORLD, -1 if it is not known */
  int32_t ranks;
  uint32_t thread; /* of the process, in the order of their first records */
  uint32_t process;
  uint64_t start;      /* of this clock, which the first time is counted from */
  uint64_t open_call;  /* number + 1 of the call that has not ended, or 0 */
  uint64_t open_start; /* when it began */
  uint64_t syncs;      /* how many of these are there */
  struct rec_sync sync[2];
  uint64_t is_full; /* 1: the file could not grow, what came later is missing; REC_GIVEN_UP: not to
                       be read */
  char host[256];
};

#endif
