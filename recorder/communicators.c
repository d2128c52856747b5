/* Numbers of communicators, and the ranks in the world of their ranks. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "recorder/call.h"
#include "recorder/map.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static rec_map communicators;
static uint32_t communicator_count;
static _Atomic uint64_t generation = 1; /* grows as one is made or freed */

/* Ranks of a group in the world; -1 of processes that are not in it. */
static void put_group(unsigned char* bytes, size_t* size, MPI_Group group, MPI_Group world) {
  int count = 0;
  PMPI_Group_size(group, &count);
  int* ranks = malloc(2 * (size_t)(count + 1) * sizeof *ranks);
  rec_bytes number = {.size = 0};
  rec_put(&number, ranks == NULL ? 0 : (uint64_t)count);
  int64_t before = 0;
  for (int i = 0; i < count && ranks != NULL; ++i) ranks[i] = i;
  if (ranks != NULL && count > 0) {
    PMPI_Group_translate_ranks(group, count, ranks, world, ranks + count);
  }
  for (int i = 0; i <= count; ++i) {
    memcpy(bytes + *size, number.bytes, number.size);
    *size += number.size;
    if (i == count || ranks == NULL) break;
    const int64_t rank = ranks[count + i] == MPI_UNDEFINED ? -1 : ranks[count + i];
    number.size = 0;
    rec_put(&number, rec_zigzag(rank - before));
    before = rank;
  }
  free(ranks);
}

static void write_communicator(rec_thread* thread, MPI_Comm comm, uint32_t number) {
  int is_inter = 0, local = 0, remote = 0;
  PMPI_Comm_test_inter(comm, &is_inter);
  PMPI_Comm_size(comm, &local);
  if (is_inter) PMPI_Comm_remote_size(comm, &remote);
  unsigned char* bytes = malloc(64 + 10 * ((size_t)local + (size_t)remote));
  if (bytes == NULL) return;
  rec_bytes head;
  rec_begin_bytes(&head, REC_COMMUNICATOR);
  rec_put(&head, number);
  rec_put(&head, is_inter != 0);
  size_t size = head.size;
  memcpy(bytes, head.bytes, size);
  MPI_Group world, group;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Comm_group(comm, &group);
  put_group(bytes, &size, group, world);
  PMPI_Group_free(&group);
  if (is_inter) {
    PMPI_Comm_remote_group(comm, &group);
    put_group(bytes, &size, group, world);
    PMPI_Group_free(&group);
  }
  PMPI_Group_free(&world);
  rec_commit(thread, bytes, size);
  free(bytes);
}

/* With the lock. */
static rec_communicator* add_comm(rec_thread* thread, MPI_Comm comm) {
  rec_communicator* made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->number = communicator_count++;
  rec_map_set(&communicators, rec_key(comm), made); /* what was there may still be in use */
  write_communicator(thread, comm, made->number);
  atomic_fetch_add(&generation, 1);
  return made;
}

rec_communicator* rec_comm(rec_thread* thread, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return NULL;
  const void* const handle = (const void*)rec_key(comm);
  const uint64_t now = atomic_load_explicit(&generation, memory_order_acquire);
  if (thread->last_handle == handle && thread->last_generation == now) return thread->last_found;
  pthread_mutex_lock(&lock);
  rec_communicator* known = rec_map_find(&communicators, rec_key(comm));
  if (known == NULL) known = add_comm(thread, comm);
  thread->last_generation = atomic_load(&generation);
  pthread_mutex_unlock(&lock);
  thread->last_handle = handle;
  thread->last_found = known;
  return known;
}

uint32_t rec_next_sequence(rec_communicator* comm) {
  return comm == NULL ? 0 : __atomic_fetch_add(&comm->sequence, 1, __ATOMIC_RELAXED);
}

void rec_new_comm(rec_call* call, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return;
  pthread_mutex_lock(&lock);
  add_comm(call->thread, comm);
  pthread_mutex_unlock(&lock);
}

void rec_free_comm(uintptr_t comm) {
  pthread_mutex_lock(&lock);
  rec_map_remove(&communicators, comm);
  atomic_fetch_add(&generation, 1);
  pthread_mutex_unlock(&lock);
}

void rec_name_comm(rec_call* call, MPI_Comm comm, const char* name) {
  const rec_communicator* known = rec_comm(call->thread, comm);
  if (known != NULL) rec_commit_text(call->thread, REC_COMMUNICATOR_NAME, known->number, name);
}

void rec_begin_world(rec_call* call) {
  int rank = -1, ranks = 0;
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    rec_give_up("it was started by MPI_Comm_spawn");
    return;
  }
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  rec_set_rank(rank, ranks);
  (void)rec_comm(call->thread, MPI_COMM_WORLD);
  rec_commit_text(call->thread, REC_COMMUNICATOR_NAME, 0, "MPI_COMM_WORLD");
  rec_name_comm(call, MPI_COMM_SELF, "MPI_COMM_SELF");
}

static uint64_t size_of(MPI_Datatype type) {
  int size = 0;
  if (type == MPI_DATATYPE_NULL || PMPI_Type_size(type, &size) != MPI_SUCCESS || size < 0) return 0;
  return (uint64_t)size;
}

uint64_t rec_bytes_of(int count, MPI_Datatype type) {
  return count <= 0 ? 0 : (uint64_t)count * size_of(type);
}

/* How many others a call is for: of a communicator between groups, those of the other group. */
static int partners(MPI_Comm comm) {
  int is_inter = 0, count = 0;
  PMPI_Comm_test_inter(comm, &is_inter);
  if (is_inter) {
    PMPI_Comm_remote_size(comm, &count);
  } else {
    PMPI_Comm_size(comm, &count);
  }
  return count;
}

uint64_t rec_bytes_of_all(MPI_Comm comm, const int* counts, MPI_Datatype type) {
  uint64_t sum = 0;
  for (int i = partners(comm) - 1; i >= 0; --i) sum += (uint64_t)counts[i];
  return sum * size_of(type);
}

uint64_t rec_bytes_for_each(MPI_Comm comm, int count, MPI_Datatype type) {
  return (uint64_t)partners(comm) * rec_bytes_of(count, type);
}

uint64_t rec_bytes_of_types(MPI_Comm comm, const int* counts, const MPI_Datatype* types) {
  uint64_t sum = 0;
  for (int i = partners(comm) - 1; i >= 0; --i) sum += rec_bytes_of(counts[i], types[i]);
  return sum;
}
