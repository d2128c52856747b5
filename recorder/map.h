/* From handles of MPI to what is known of them. Not for several threads at once. */
#ifndef PAJE_RECORDER_MAP_H
#define PAJE_RECORDER_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct rec_map {
  struct rec_slot {
    uintptr_t key;
    void* value; /* null: free */
  } * slots;
  size_t mask, count;
} rec_map;

/* Null if it is not there. */
void* rec_map_find(const rec_map* map, uintptr_t key);
/* In the place of what was there, which it returns; null if nothing was, or if there is no memory. */
void* rec_map_set(rec_map* map, uintptr_t key, void* value);
/* What was there. */
void* rec_map_remove(rec_map* map, uintptr_t key);

#endif
