/* One call of each kind that pj_record knows. Four ranks. */
#include <paje/record.h>

#include "counted.h"

#define IGNORE MPI_STATUS_IGNORE
#define WORLD MPI_COMM_WORLD
static int in[64], out[64];
static int left, right;

static void blocking(void) {
  char room[4096];
  MPI_Buffer_attach(room, sizeof room);
  MPI_Request q;
  for (int kind = 0; kind < 4; ++kind) {
    CALL(Irecv, in, 64, MPI_INT, left, 10 + kind, WORLD, &q);
    MPI_Barrier(MPI_COMM_WORLD); count_call("Barrier"); /* the receive is there, as Rsend needs it */
    count_message(right, 10 + kind, 4 * (kind + 1));
    if (kind == 0) CALL(Send, out, 1, MPI_INT, right, 10, WORLD);
    if (kind == 1) CALL(Bsend, out, 2, MPI_INT, right, 11, WORLD);
    if (kind == 2) CALL(Ssend, out, 3, MPI_INT, right, 12, WORLD);
    if (kind == 3) CALL(Rsend, out, 4, MPI_INT, right, 13, WORLD);
    CALL(Wait, &q, IGNORE);
  }
  CALL(Sendrecv, out, 5, MPI_INT, right, 14, in, 64, MPI_INT, left, 14, WORLD, IGNORE);
  count_message(right, 14, 20);
  CALL(Sendrecv_replace, out, 6, MPI_INT, left, 15, right, 15, WORLD, IGNORE);
  count_message(left, 15, 24);
  /* to nobody and to oneself */
  CALL(Send, out, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD);
  CALL(Recv, in, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD, IGNORE);
  CALL(Irecv, in, 1, MPI_INT, MPI_PROC_NULL, 1, WORLD, &q);
  CALL(Wait, &q, IGNORE);
  CALL(Irecv, in, 1, MPI_DOUBLE, rank, 16, WORLD, &q);
  CALL(Send, out, 1, MPI_DOUBLE, rank, 16, WORLD);
  count_message(rank, 16, 8);
  CALL(Wait, &q, IGNORE);
  int size;
  MPI_Buffer_detach(room, &size);
}

static void many(int kind) {
  MPI_Request q[6];
  MPI_Status s[6];
  int done[6], n = 0, flag = 0, which;
  for (int i = 0; i < 3; ++i) CALL(Irecv, in + i, 1, MPI_INT, left, 20 + i, WORLD, &q[i]);
  for (int i = 2; i >= 0; --i) { /* in another order */
    CALL(Isend, out + i, 1, MPI_INT, right, 20 + i, WORLD, &q[3 + i]);
    count_message(right, 20 + i, 4);
  }
  if (kind == 0) CALL(Waitall, 6, q, MPI_STATUSES_IGNORE);
  if (kind == 1) CALL(Waitall, 6, q, s);
  if (kind == 2) for (int i = 0; i < 6; ++i) CALL(Waitany, 6, q, &which, IGNORE);
  if (kind == 3) for (int i = 0; i < 6; i += n) CALL(Waitsome, 6, q, &n, done, MPI_STATUSES_IGNORE);
  if (kind == 4) while (!flag) CALL(Testall, 6, q, &flag, MPI_STATUSES_IGNORE);
  if (kind == 5) for (int i = 0; i < 6; i += flag) CALL(Testany, 6, q, &which, &flag, IGNORE);
  if (kind == 6) for (int i = 0; i < 6; i += n) CALL(Testsome, 6, q, &n, done, s);
  if (kind == 7) for (int i = 0; i < 6; ++i) for (flag = 0; !flag;) CALL(Test, &q[i], &flag, IGNORE);
}

static void others_sends(void) {
  MPI_Request q[3];
  char room[4096];
  MPI_Buffer_attach(room, sizeof room);
  for (int i = 0; i < 3; ++i) CALL(Irecv, in + 4 * i, 4, MPI_INT, left, 30 + i, WORLD, &q[i]);
  CALL(Barrier, WORLD);
  MPI_Request s[3];
  CALL(Ibsend, out, 1, MPI_INT, right, 30, WORLD, &s[0]); count_message(right, 30, 4);
  CALL(Issend, out, 2, MPI_INT, right, 31, WORLD, &s[1]); count_message(right, 31, 8);
  CALL(Irsend, out, 3, MPI_INT, right, 32, WORLD, &s[2]); count_message(right, 32, 12);
  CALL(Waitall, 3, s, MPI_STATUSES_IGNORE);
  CALL(Waitall, 3, q, MPI_STATUSES_IGNORE);
  int size;
  MPI_Buffer_detach(room, &size);
}

static void persistent(void) {
  MPI_Request q[4];
  CALL(Recv_init, in, 8, MPI_INT, left, 40, WORLD, &q[0]);
  CALL(Send_init, out, 8, MPI_INT, right, 40, WORLD, &q[1]);
  CALL(Recv_init, in + 8, 8, MPI_INT, MPI_ANY_SOURCE, 41, WORLD, &q[2]);
  CALL(Ssend_init, out, 7, MPI_INT, left, 41, WORLD, &q[3]);
  for (int turn = 0; turn < 3; ++turn) {
    CALL(Start, &q[0]);
    CALL(Startall, 3, q + 1);
    count_message(right, 40, 32);
    count_message(left, 41, 28);
    if (turn == 1) for (int i = 0; i < 4; ++i) CALL(Wait, &q[i], IGNORE);
    else CALL(Waitall, 4, q, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 4; ++i) CALL(Request_free, &q[i]);
}

static void probing(void) {
  MPI_Status s;
  MPI_Message m;
  MPI_Request q, p;
  int flag = 0;
  for (int i = 0; i < 4; ++i) {
    CALL(Isend, out, i + 1, MPI_INT, right, 50 + i, WORLD, &q);
    count_message(right, 50 + i, 4 * (i + 1));
    if (i == 0) {
      CALL(Probe, MPI_ANY_SOURCE, 50, WORLD, &s);
      CALL(Recv, in, 64, MPI_INT, s.MPI_SOURCE, MPI_ANY_TAG, WORLD, &s);
    } else if (i == 1) {
      for (flag = 0; !flag;) CALL(Iprobe, left, 51, WORLD, &flag, IGNORE);
      CALL(Recv, in, 64, MPI_INT, MPI_ANY_SOURCE, 51, WORLD, IGNORE);
    } else if (i == 2) {
      CALL(Mprobe, MPI_ANY_SOURCE, 52, WORLD, &m, IGNORE);
      CALL(Mrecv, in, 64, MPI_INT, &m, IGNORE);
    } else {
      for (flag = 0; !flag;) CALL(Improbe, left, MPI_ANY_TAG, WORLD, &flag, &m, IGNORE);
      CALL(Imrecv, in, 64, MPI_INT, &m, &p);
      CALL(Wait, &p, IGNORE);
    }
    CALL(Wait, &q, IGNORE);
    CALL(Barrier, WORLD);
  }
}

/* A receive that is cancelled before its message comes, which the next one gets. */
static void cancelling(void) {
  MPI_Request q;
  MPI_Status s;
  int is_cancelled;
  CALL(Irecv, in, 1, MPI_INT, left, 60, WORLD, &q);
  CALL(Cancel, &q);
  CALL(Wait, &q, &s);
  MPI_Test_cancelled(&s, &is_cancelled);
  if (!is_cancelled) printf("not cancelled\n");
  CALL(Barrier, WORLD);
  CALL(Sendrecv, out, 1, MPI_INT, right, 60, in, 1, MPI_INT, left, 60, WORLD, IGNORE);
  count_message(right, 60, 4);
}

/* Messages of several communicators of the same processes do not mix. */
static void communicators(void) {
  MPI_Comm one, two, half, across, merged, cart;
  MPI_Request q[2];
  CALL(Comm_dup, WORLD, &one);
  CALL(Comm_dup, WORLD, &two);
  CALL(Comm_set_name, two, "second");
  CALL(Irecv, in, 1, MPI_INT, left, 70, one, &q[0]);
  CALL(Irecv, in + 1, 2, MPI_INT, left, 70, two, &q[1]);
  CALL(Send, out, 2, MPI_INT, right, 70, two); count_message(right, 70, 8);
  CALL(Send, out, 1, MPI_INT, right, 70, one); count_message(right, 70, 4);
  CALL(Waitall, 2, q, MPI_STATUSES_IGNORE);
  CALL(Comm_split, WORLD, rank % 2, -rank, &half); /* in reverse order */
  const int here = rank < 2 ? 1 : 0, there = (rank + 2) % 4;
  CALL(Sendrecv, out, 3, MPI_INT, 1 - here, 71, in, 3, MPI_INT, 1 - here, 71, half, IGNORE);
  count_message(there, 71, 12);
  CALL(Bcast, out, 1, MPI_INT, 0, half); /* the higher rank of the world */
  CALL(Gather, out, 1, MPI_INT, in, 1, MPI_INT, 1, half);
  CALL(Intercomm_create, half, 0, WORLD, rank % 2 ? 2 : 3, 5, &across);
  CALL(Sendrecv, out, 4, MPI_INT, here, 72, in, 4, MPI_INT, here, 72, across, IGNORE);
  count_message(rank ^ 1, 72, 16);
  CALL(Allreduce, out, in, 1, MPI_INT, MPI_SUM, across);
  CALL(Bcast, out, 2, MPI_INT, rank % 2 ? 1 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, across);
  CALL(Intercomm_merge, across, rank % 2, &merged);
  CALL(Barrier, merged);
  int two_by_two[2] = {2, 2}, none[2] = {0, 0};
  CALL(Cart_create, WORLD, 2, two_by_two, none, 0, &cart);
  CALL(Barrier, cart);
  CALL(Comm_free, &cart); CALL(Comm_free, &merged); CALL(Comm_free, &across);
  CALL(Comm_free, &half); CALL(Comm_free, &two); CALL(Comm_free, &one);
}

static void collectives(void) {
  int counts_[4] = {1, 1, 1, 1}, at[4] = {0, 1, 2, 3};
  MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  int bytes_at[4] = {0, 4, 8, 12};
  MPI_Request q;
  CALL(Bcast, out, 3, MPI_INT, 2, WORLD);
  CALL(Gather, out, 1, MPI_INT, in, 1, MPI_INT, 1, WORLD);
  CALL(Gatherv, out, 1, MPI_INT, in, counts_, at, MPI_INT, 1, WORLD);
  CALL(Scatter, out, 1, MPI_INT, in, 1, MPI_INT, 3, WORLD);
  CALL(Scatterv, out, counts_, at, MPI_INT, in, 1, MPI_INT, 3, WORLD);
  CALL(Allgather, out, 1, MPI_INT, in, 1, MPI_INT, WORLD);
  CALL(Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, WORLD);
  CALL(Allgatherv, out, 1, MPI_INT, in, counts_, at, MPI_INT, WORLD);
  CALL(Alltoall, out, 1, MPI_INT, in, 1, MPI_INT, WORLD);
  CALL(Alltoallv, out, counts_, at, MPI_INT, in, counts_, at, MPI_INT, WORLD);
  CALL(Alltoallw, out, counts_, bytes_at, types, in, counts_, bytes_at, types, WORLD);
  CALL(Reduce, out, in, 2, MPI_INT, MPI_SUM, 3, WORLD);
  CALL(Reduce, rank == 1 ? MPI_IN_PLACE : out, rank == 1 ? in : NULL, 2, MPI_INT, MPI_SUM, 1, WORLD);
  CALL(Allreduce, MPI_IN_PLACE, in, 1, MPI_DOUBLE, MPI_SUM, WORLD);
  CALL(Reduce_scatter, out, in, counts_, MPI_INT, MPI_SUM, WORLD);
  CALL(Reduce_scatter_block, out, in, 1, MPI_INT, MPI_SUM, WORLD);
  CALL(Scan, out, in, 1, MPI_INT, MPI_SUM, WORLD);
  CALL(Exscan, out, in, 1, MPI_INT, MPI_SUM, WORLD);
  CALL(Ibarrier, WORLD, &q); CALL(Wait, &q, IGNORE);
  CALL(Ibcast, out, 1, MPI_INT, 1, WORLD, &q); CALL(Wait, &q, IGNORE);
  CALL(Iallreduce, out, in, 1, MPI_INT, MPI_SUM, WORLD, &q); CALL(Wait, &q, IGNORE);
  CALL(Igather, out, 1, MPI_INT, in, 1, MPI_INT, 0, WORLD, &q); CALL(Wait, &q, IGNORE);
}

static void windows(void) {
  MPI_Win w;
  CALL(Win_create, in, sizeof in, 4, MPI_INFO_NULL, WORLD, &w);
  CALL(Win_fence, 0, w);
  CALL(Put, out, 1, MPI_INT, right, 0, 1, MPI_INT, w);
  CALL(Win_fence, 0, w);
  CALL(Win_free, &w);
}

int main(int argc, char** argv) {
  paje_region_begin("before MPI");
  paje_region_end();
  CALL(Init, &argc, &argv);
  MPI_Comm_rank(WORLD, &rank);
  MPI_Comm_size(WORLD, &ranks);
  left = (rank + ranks - 1) % ranks; right = (rank + 1) % ranks;
  paje_region_begin("exchange");
  paje_value("turn", 1.5 * rank);
  blocking();
  for (int kind = 0; kind < 8; ++kind) many(kind);
  others_sends();
  paje_region_end();
  paje_region_begin("rest \"of\" it");
  persistent();
  probing();
  cancelling();
  communicators();
  collectives();
  windows();
  paje_region_end();
  /* Before it: launchers end the others once one has ended with an error. */
  count_call("Finalize");
  print_counts();
  MPI_Finalize();
  return 7 * (rank == 0);
}
