/* OpenMP, where its runtime calls tools (OMPT: LLVM's and what is made of it; GCC's does not): parallel
 * regions, shared work, tasks, and what waits, as regions of threads. */
#include "recorder/ompt.h"
#include "recorder/regions.h"

#include <stdlib.h>

__attribute__((visibility("default"))) struct omp_tool* ompt_start_tool(unsigned version,
                                                                        const char* runtime);

/* Explicit tasks: whether they have begun. All others have no number. */
enum { NOT_BEGUN = 1, BEGUN = 2 };

static void around(int endpoint, const char* name) {
  if (name == NULL) return;
  if (endpoint == OMP_BEGIN) rec_enter(name);
  if (endpoint == OMP_END) rec_leave();
}

static void implicit_task(int endpoint, omp_data* team, omp_data* task, unsigned threads,
                          unsigned number, int flags) {
  (void)team, (void)task, (void)threads, (void)number;
  if ((flags & OMP_TASK_INITIAL) == 0) around(endpoint, "OpenMP parallel");
}

static const char* name_of_work(int kind) {
  switch (kind) {
    case OMP_WORK_LOOP:
      return "OpenMP loop";
    case OMP_WORK_SECTIONS:
      return "OpenMP sections";
    case OMP_WORK_SINGLE:
      return "OpenMP single";
    case OMP_WORK_WORKSHARE:
      return "OpenMP workshare";
    case OMP_WORK_DISTRIBUTE:
      return "OpenMP distribute";
    case OMP_WORK_TASKLOOP:
      return "OpenMP taskloop";
    case OMP_WORK_SINGLE_OTHER:
    default:
      return NULL;
  }
}

static void work(int kind, int endpoint, omp_data* team, omp_data* task, uint64_t count,
                 const void* place) {
  (void)team, (void)task, (void)count, (void)place;
  around(endpoint, name_of_work(kind));
}

static void masked(int endpoint, omp_data* team, omp_data* task, const void* place) {
  (void)team, (void)task, (void)place;
  around(endpoint, "OpenMP master");
}

static const char* name_of_sync(int kind) {
  switch (kind) {
    case OMP_SYNC_BARRIER:
    case OMP_SYNC_EXPLICIT:
      return "OpenMP barrier";
    case OMP_SYNC_TASKWAIT:
    case OMP_SYNC_TASKGROUP:
      return "OpenMP task wait";
    case OMP_SYNC_REDUCTION:
      return NULL;
    default:
      return "OpenMP implicit barrier";
  }
}

static void sync_region(int kind, int endpoint, omp_data* team, omp_data* task, const void* place) {
  (void)team, (void)task, (void)place;
  around(endpoint, name_of_sync(kind));
}

struct mutex_names {
  const char *acquire, *hold;
};

static struct mutex_names names_of_mutex(int kind) {
  switch (kind) {
    case OMP_MUTEX_CRITICAL:
      return (struct mutex_names){"OpenMP acquire critical", "OpenMP critical"};
    case OMP_MUTEX_ORDERED:
      return (struct mutex_names){"OpenMP acquire ordered", "OpenMP ordered"};
    case OMP_MUTEX_ATOMIC: /* shorter than what records it */
    case OMP_MUTEX_TEST_LOCK: /* does not wait, and may get nothing */
    case OMP_MUTEX_TEST_NEST_LOCK:
      return (struct mutex_names){NULL, NULL};
    default:
      /* Locks need not be released in the order in which they were acquired. */
      return (struct mutex_names){"OpenMP acquire lock", NULL};
  }
}

static void mutex_acquire(int kind, unsigned hint, unsigned how, uint64_t mutex, const void* place) {
  (void)hint, (void)how, (void)mutex, (void)place;
  around(OMP_BEGIN, names_of_mutex(kind).acquire);
}

static void mutex_acquired(int kind, uint64_t mutex, const void* place) {
  (void)mutex, (void)place;
  around(OMP_END, names_of_mutex(kind).acquire);
  around(OMP_BEGIN, names_of_mutex(kind).hold);
}

static void mutex_released(int kind, uint64_t mutex, const void* place) {
  (void)mutex, (void)place;
  around(OMP_END, names_of_mutex(kind).hold);
}

static void task_create(omp_data* from, const void* frame, omp_data* task, int flags, int depends,
                        const void* place) {
  (void)from, (void)frame, (void)depends, (void)place;
  if ((flags & OMP_TASK_EXPLICIT) != 0) task->value = NOT_BEGUN;
}

/* A task that waits is suspended while the thread does another one, which ends before it goes on: so
 * tasks nest. Those that change threads do not, and have no end where they began. */
static void task_schedule(omp_data* before, int status, omp_data* next) {
  const int is_over = status == OMP_TASK_COMPLETE || status == OMP_TASK_CANCEL;
  if (is_over && before != NULL && before->value == BEGUN) rec_leave();
  if (next != NULL && next->value == NOT_BEGUN) {
    next->value = BEGUN;
    rec_enter("OpenMP task");
  }
}

static int initialise(omp_lookup lookup, int device, omp_data* data) {
  (void)device, (void)data;
  const omp_set_callback set = (omp_set_callback)lookup("ompt_set_callback");
  if (set == NULL) return 0;
  set(OMP_IMPLICIT_TASK, (omp_function)implicit_task);
  set(OMP_WORK, (omp_function)work);
  set(OMP_MASKED, (omp_function)masked);
  set(OMP_SYNC_REGION, (omp_function)sync_region);
  set(OMP_MUTEX_ACQUIRE, (omp_function)mutex_acquire);
  set(OMP_MUTEX_ACQUIRED, (omp_function)mutex_acquired);
  set(OMP_MUTEX_RELEASED, (omp_function)mutex_released);
  set(OMP_TASK_CREATE, (omp_function)task_create);
  set(OMP_TASK_SCHEDULE, (omp_function)task_schedule);
  return 1;
}

static void finalise(omp_data* data) { (void)data; }

struct omp_tool* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  static struct omp_tool tool = {initialise, finalise, {0}};
  const char* folder = getenv("PAJE_RECORD_FOLDER");
  return folder != NULL && *folder != '\0' ? &tool : NULL;
}
