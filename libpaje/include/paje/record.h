/* Marks regions of a program, and values that change, in the trace that pj_record makes of its run:
 *
 *   paje_region_begin("assemble");
 *   ...
 *   paje_region_end();
 *   paje_value("residual", residual);
 *
 * Regions of a thread nest. Without pj_record all this does nothing, and there is nothing to link:
 * the recording library is looked up when the first of these is called. For C99 and C++, POSIX. */
#ifndef PAJE_RECORD_H
#define PAJE_RECORD_H

#include <dlfcn.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the recording library has; null without it. */
struct paje_recorder {
  int is_resolved;
  void (*enter)(const char* name);
  void (*leave)(void);
  void (*number)(const char* name, double value);
};

static inline const struct paje_recorder* paje_find_recorder(void) {
  static struct paje_recorder found;
  /* Threads that come here at once find the same. */
  if (!__atomic_load_n(&found.is_resolved, __ATOMIC_ACQUIRE)) {
    void* const program = dlopen(NULL, RTLD_LAZY);
    if (program != NULL) {
      /* ISO C does not convert pointers to data to pointers to functions; POSIX has them alike. */
      void* const enter = dlsym(program, "paje_record_enter");
      void* const leave = dlsym(program, "paje_record_leave");
      void* const number = dlsym(program, "paje_record_number");
      memcpy(&found.enter, &enter, sizeof enter);
      memcpy(&found.leave, &leave, sizeof leave);
      memcpy(&found.number, &number, sizeof number);
      dlclose(program);
    }
    __atomic_store_n(&found.is_resolved, 1, __ATOMIC_RELEASE);
  }
  return &found;
}

/* The name may be any text of up to 255 bytes; it is a state while the region lasts. */
static inline void paje_region_begin(const char* name) {
  const struct paje_recorder* const recorder = paje_find_recorder();
  if (recorder->enter) recorder->enter(name);
}
/* Of the region that began last. */
static inline void paje_region_end(void) {
  const struct paje_recorder* const recorder = paje_find_recorder();
  if (recorder->leave) recorder->leave();
}
/* From now on the variable of this thread has this value. */
static inline void paje_value(const char* name, double value) {
  const struct paje_recorder* const recorder = paje_find_recorder();
  if (recorder->number) recorder->number(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
