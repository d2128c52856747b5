/* Files of threads: made when a thread first records, grown, closed. */
#include "recorder/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static rec_thread* threads; /* all of the process, the last one first */
static uint32_t thread_count;
static const char* folder; /* null: nothing is recorded */
static int world_rank = -1, world_ranks;
static struct rec_sync syncs[2];
static uint64_t sync_count;
static __thread rec_thread* this_thread;
static __thread bool has_failed;

static void unmap_window(rec_thread* thread) {
  if (thread->window != NULL) munmap(thread->window, REC_WINDOW_BYTES);
  thread->window = NULL;
}

/* The file cannot grow. The program goes on, and what was recorded so far is kept. */
static void stop(rec_thread* thread, const char* why) {
  fprintf(stderr, "paje: recording stops in process %d: %s\n", (int)getpid(), why);
  thread->header->is_full = 1;
  unmap_window(thread);
}

/* The blocks are there before they are written to: a full disk is an error here and no signal there. */
static bool map_window(rec_thread* thread, uint64_t offset) {
  const int error = posix_fallocate(thread->file, (off_t)offset, REC_WINDOW_BYTES);
  if (error != 0) {
    stop(thread, strerror(error));
    return false;
  }
  void* mapped = mmap(NULL, REC_WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, thread->file,
                      (off_t)offset);
  if (mapped == MAP_FAILED) {
    stop(thread, strerror(errno));
    return false;
  }
  thread->window = mapped;
  thread->window_offset = offset;
  thread->used = 0;
  return true;
}

/* Cuts off what was reserved. Records of this thread that come later are left out. */
static void close_file(rec_thread* thread) {
  if (thread->file < 0) return;
  if (thread->window != NULL) {
    const off_t size = (off_t)(thread->window_offset + thread->used);
    unmap_window(thread);
    if (ftruncate(thread->file, size) != 0) thread->header->is_full = 1;
  }
  close(thread->file);
  thread->file = -1;
}

static void end_thread(void* thread) {
  pthread_mutex_lock(&lock);
  close_file(thread);
  pthread_mutex_unlock(&lock);
}

/* A child has the pages of its parent: what it recorded would be in the parent's file. */
static void forget_in_child(void) {
  folder = NULL;
  threads = NULL;
  if (this_thread != NULL) this_thread->window = NULL;
}

static void prepare(void) {
  folder = getenv("PAJE_RECORD_FOLDER");
  if (folder != NULL && *folder == '\0') folder = NULL;
  pthread_key_create(&at_thread_end, end_thread);
  pthread_atfork(NULL, NULL, forget_in_child);
}

__attribute__((destructor)) static void close_all(void) {
  pthread_mutex_lock(&lock);
  for (rec_thread* thread = threads; thread != NULL; thread = thread->next) close_file(thread);
  pthread_mutex_unlock(&lock);
}

static void fill_header(struct rec_header* header, uint64_t start) {
  memcpy(header->magic, REC_MAGIC, sizeof header->magic);
  header->thread = thread_count;
  header->process = (uint32_t)getpid();
  header->start = start;
  header->rank = world_rank;
  header->ranks = world_ranks;
  memcpy(header->sync, syncs, sizeof syncs);
  header->syncs = sync_count;
  gethostname(header->host, sizeof header->host - 1);
}

static bool open_file(rec_thread* thread) {
  char host[256] = {0}, path[4096];
  gethostname(host, sizeof host - 1);
  snprintf(path, sizeof path, "%s/%s.%d.%u" REC_SUFFIX, folder, host, (int)getpid(), thread_count);
  thread->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (thread->file < 0 || ftruncate(thread->file, REC_HEADER_BYTES) != 0) {
    fprintf(stderr, "paje: cannot record: %s: %s\n", path, strerror(errno));
    return false;
  }
  void* mapped = mmap(NULL, REC_HEADER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, thread->file, 0);
  if (mapped == MAP_FAILED) return false;
  thread->header = mapped;
  thread->last = rec_now();
  fill_header(thread->header, thread->last);
  return map_window(thread, REC_HEADER_BYTES);
}

static rec_thread* new_thread(void) {
  if (has_failed) return NULL;
  pthread_once(&once, prepare);
  has_failed = true; /* until it has not */
  if (folder == NULL) return NULL;
  rec_thread* thread = calloc(1, sizeof *thread);
  if (thread == NULL) return NULL;
  pthread_mutex_lock(&lock);
  const bool is_open = open_file(thread);
  if (is_open) {
    ++thread_count;
    thread->next = threads;
    threads = thread;
  }
  pthread_mutex_unlock(&lock);
  if (!is_open) {
    free(thread);
    return NULL;
  }
  pthread_setspecific(at_thread_end, thread);
  has_failed = false;
  return this_thread = thread;
}

rec_thread* rec_this_thread(void) {
  rec_thread* thread = this_thread;
  if (thread == NULL) return new_thread();
  return thread->window != NULL ? thread : NULL;
}

void rec_set_rank(int rank, int ranks) {
  pthread_mutex_lock(&lock);
  world_rank = rank;
  world_ranks = ranks;
  for (rec_thread* thread = threads; thread != NULL; thread = thread->next) {
    thread->header->rank = rank;
    thread->header->ranks = ranks;
  }
  pthread_mutex_unlock(&lock);
}

void rec_give_up(const char* why) {
  fprintf(stderr, "paje: process %d is not recorded: %s\n", (int)getpid(), why);
  pthread_mutex_lock(&lock);
  folder = NULL;
  for (rec_thread* thread = threads; thread != NULL; thread = thread->next) {
    thread->header->is_full = REC_GIVEN_UP;
    unmap_window(thread);
  }
  pthread_mutex_unlock(&lock);
}

void rec_add_sync(const struct rec_sync* sync) {
  pthread_mutex_lock(&lock);
  if (sync_count < 2) syncs[sync_count++] = *sync;
  for (rec_thread* thread = threads; thread != NULL; thread = thread->next) {
    memcpy(thread->header->sync, syncs, sizeof syncs);
    thread->header->syncs = sync_count;
  }
  pthread_mutex_unlock(&lock);
}

static bool next_window(rec_thread* thread) {
  if (thread->used < REC_WINDOW_BYTES) thread->window[thread->used] = REC_SKIP;
  const uint64_t offset = thread->window_offset + REC_WINDOW_BYTES;
  unmap_window(thread);
  return map_window(thread, offset);
}

void rec_commit(rec_thread* thread, const unsigned char* bytes, size_t size) {
  if (thread->window == NULL || size > REC_WINDOW_BYTES) return;
  if (REC_WINDOW_BYTES - thread->used < size && !next_window(thread)) return;
  unsigned char* to = thread->window + thread->used;
  memcpy(to + 1, bytes + 1, size - 1);
  /* The first byte last: a record is whole or not there, wherever a signal ends the thread. */
  __asm__ volatile("" ::: "memory");
  *(volatile unsigned char*)to = bytes[0];
  thread->used += size;
}

void rec_commit_text(rec_thread* thread, enum rec_kind kind, uint64_t number, const char* text) {
  unsigned char bytes[REC_MOST_BYTES + REC_MOST_NAME_BYTES];
  const size_t length = strnlen(text, REC_MOST_NAME_BYTES);
  rec_bytes head;
  rec_begin_bytes(&head, kind);
  rec_put(&head, number);
  rec_put(&head, length);
  memcpy(bytes, head.bytes, head.size);
  memcpy(bytes + head.size, text, length);
  rec_commit(thread, bytes, head.size + length);
}

void* rec_scratch(rec_thread* thread, int which, size_t bytes) {
  if (thread->scratch_bytes[which] < bytes) {
    void* more = realloc(thread->scratch[which], 2 * bytes);
    if (more == NULL) return NULL;
    thread->scratch[which] = more;
    thread->scratch_bytes[which] = 2 * bytes;
  }
  return thread->scratch[which];
}

uint32_t rec_name(rec_thread* thread, const char* name) {
  uint32_t place = 2166136261u;
  for (const char* c = name; *c != '\0'; ++c) place = (place ^ (unsigned char)*c) * 16777619u;
  for (place %= REC_NAMES; thread->names[place] != NULL; place = (place + 1) % REC_NAMES) {
    if (strcmp(thread->names[place], name) == 0) return thread->numbers[place];
  }
  const uint32_t number = thread->name_count++;
  rec_commit_text(thread, REC_NAME, number, name);
  if (number < REC_NAMES * 3 / 4) { /* else it is written again each time */
    thread->names[place] = strdup(name);
    thread->numbers[place] = number;
  }
  return number;
}
