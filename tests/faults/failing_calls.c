/* A library to be loaded before all others (LD_PRELOAD) that makes one call of the system fail.
 *
 * PAJE_FAULT_CALL   read, open, mmap, write, fsync, close, rename, linkat, ftruncate or malloc
 * PAJE_FAULT_NUMBER which call fails, counted from 1
 * PAJE_FAULT_ERROR  the errno it fails with; 0: a short read or write of one byte
 * PAJE_FAULT_ONWARD if set, all later calls fail too
 * PAJE_FAULT_REPORT a file that is made when the call has failed: without it the run had no fault
 * PAJE_FAULT_CUT    a file that is emptied as soon as a file has been mapped
 *
 * Counted from main() on: what the loader and constructors do is not the tool's. Calls of malloc that
 * wait for a lock of the C library are none of ours either; they do not pass here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call { NO_CALL, READ, OPEN, MMAP, WRITE, FSYNC, CLOSE, RENAME, LINKAT, FTRUNCATE, MALLOC };
static const char* const names[] = {"",      "read",  "open",   "mmap",      "write",
                                    "fsync", "close", "rename", "linkat", "ftruncate", "malloc"};

static enum call chosen = NO_CALL;
static long number, error;
static int onward;
static const char *report, *file_to_cut;
static atomic_long calls;

static int fails(enum call call) {
  if (call != chosen) return 0;
  const long mine = atomic_fetch_add(&calls, 1) + 1;
  if (mine != number && !(onward && mine > number)) return 0;
  if (report != NULL) {
    const long file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) syscall(SYS_close, file);
  }
  errno = (int)error;
  return 1;
}

static void begin(void) {
  const char* const wanted = getenv("PAJE_FAULT_CALL");
  const char* text = getenv("PAJE_FAULT_NUMBER");
  number = text == NULL ? 0 : atol(text);
  text = getenv("PAJE_FAULT_ERROR");
  error = text == NULL ? EIO : atol(text);
  onward = getenv("PAJE_FAULT_ONWARD") != NULL;
  report = getenv("PAJE_FAULT_REPORT");
  file_to_cut = getenv("PAJE_FAULT_CUT");
  for (enum call call = READ; wanted != NULL && call <= MALLOC; ++call) {
    if (strcmp(names[call], wanted) == 0) chosen = call;
  }
}

/* Begins right before main(). */
typedef int main_function(int, char**, char**);
static main_function* real_main;
static int watched_main(int count, char** words, char** environment) {
  begin();
  return real_main(count, words, environment);
}
int __libc_start_main(main_function* main, int count, char** words, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void* stack_end) {
  typedef int start_function(main_function*, int, char**, void (*)(void), void (*)(void),
                             void (*)(void), void*);
  start_function* const start = (start_function*)dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = main;
  return start(watched_main, count, words, init, fini, loader_fini, stack_end);
}

/* The system itself, past the C library: a fault there must not be counted twice. */
ssize_t read(int file, void* bytes, size_t size) {
  if (fails(READ)) {
    if (error != 0) return -1;
    if (size > 1) size = 1;
  }
  return syscall(SYS_read, file, bytes, size);
}

ssize_t write(int file, const void* bytes, size_t size) {
  /* Messages are written: a terminal that fails too would leave nothing to look at. */
  if (file != STDERR_FILENO && fails(WRITE)) {
    if (error != 0) return -1;
    if (size > 1) size = 1;
  }
  return syscall(SYS_write, file, bytes, size);
}

static int open_file(int folder, const char* path, int flags, va_list more) {
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define OPENS(name)                                                   \
  int name(const char* path, int flags, ...) {                        \
    va_list more;                                                     \
    va_start(more, flags);                                            \
    const int file = open_file(AT_FDCWD, path, flags, more);          \
    va_end(more);                                                     \
    return file;                                                      \
  }
#define OPENS_AT(name)                                                \
  int name(int folder, const char* path, int flags, ...) {            \
    va_list more;                                                     \
    va_start(more, flags);                                            \
    const int file = open_file(folder, path, flags, more);            \
    va_end(more);                                                     \
    return file;                                                      \
  }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

int mkostemp(char* path, int flags) {
  typedef int function(char*, int);
  if (fails(OPEN)) return -1;
  return ((function*)dlsym(RTLD_NEXT, "mkostemp"))(path, flags);
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (fails(MMAP)) return MAP_FAILED;
  void* const mapped = (void*)syscall(SYS_mmap, at, size, protection, flags, file, offset);
  if (file >= 0 && file_to_cut != NULL) {
    syscall(SYS_truncate, file_to_cut, 0L);
    file_to_cut = NULL;
  }
  return mapped;
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t offset) {
  return mmap(at, size, protection, flags, file, offset);
}

int fsync(int file) { return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails(FSYNC) ? -1 : (int)syscall(SYS_fdatasync, file); }
int close(int file) {
  const int result = (int)syscall(SYS_close, file); /* closed even if it says otherwise */
  return fails(CLOSE) ? -1 : result;
}
int rename(const char* from, const char* to) {
  return fails(RENAME) ? -1 : (int)syscall(SYS_rename, from, to);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  return fails(LINKAT) ? -1
                       : (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}
int ftruncate(int file, off_t size) {
  return fails(FTRUNCATE) ? -1 : (int)syscall(SYS_ftruncate, file, size);
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* bytes, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
void* malloc(size_t size) { return fails(MALLOC) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return fails(MALLOC) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* bytes, size_t size) {
  return fails(MALLOC) ? NULL : __libc_realloc(bytes, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(MALLOC) ? NULL : __libc_memalign(alignment, size);
}
