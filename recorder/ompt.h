/* What the OpenMP runtime and a tool say to each other, as far as it is needed here: OMPT, chapter 4 of
 * the OpenMP API 5.0. Not omp-tools.h, which only some compilers have. */
#ifndef PAJE_RECORDER_OMPT_H
#define PAJE_RECORDER_OMPT_H

#include <stdint.h>

typedef union omp_data {
  uint64_t value;
  void* pointer;
} omp_data;

enum omp_endpoint { OMP_BEGIN = 1, OMP_END = 2 };

/* Numbers of callbacks. */
enum omp_event {
  OMP_TASK_CREATE = 5,
  OMP_TASK_SCHEDULE = 6,
  OMP_IMPLICIT_TASK = 7,
  OMP_MUTEX_RELEASED = 17,
  OMP_WORK = 20,
  OMP_MASKED = 21,
  OMP_SYNC_REGION = 23,
  OMP_MUTEX_ACQUIRE = 26,
  OMP_MUTEX_ACQUIRED = 27
};

enum omp_task { OMP_TASK_INITIAL = 1, OMP_TASK_EXPLICIT = 4 };
enum omp_task_status { OMP_TASK_COMPLETE = 1, OMP_TASK_CANCEL = 3 };
enum omp_sync {
  OMP_SYNC_BARRIER = 1,
  OMP_SYNC_IMPLICIT = 2,
  OMP_SYNC_EXPLICIT = 3,
  OMP_SYNC_OWN = 4,
  OMP_SYNC_TASKWAIT = 5,
  OMP_SYNC_TASKGROUP = 6,
  OMP_SYNC_REDUCTION = 7
};
enum omp_mutex { OMP_MUTEX_TEST_LOCK = 2, OMP_MUTEX_TEST_NEST_LOCK = 4, OMP_MUTEX_CRITICAL = 5,
                 OMP_MUTEX_ATOMIC = 6, OMP_MUTEX_ORDERED = 7 };
enum omp_work {
  OMP_WORK_LOOP = 1,
  OMP_WORK_SECTIONS = 2,
  OMP_WORK_SINGLE = 3,
  OMP_WORK_SINGLE_OTHER = 4,
  OMP_WORK_WORKSHARE = 5,
  OMP_WORK_DISTRIBUTE = 6,
  OMP_WORK_TASKLOOP = 7
};

typedef void (*omp_function)(void);
typedef omp_function (*omp_lookup)(const char* name);
typedef int (*omp_set_callback)(int event, omp_function callback);

struct omp_tool {
  int (*initialise)(omp_lookup lookup, int device, omp_data* data); /* 0: not to be used */
  void (*finalise)(omp_data* data);
  omp_data data;
};

#endif
