/* Linear probing: one array of keys and values. */
#include "recorder/map.h"

#include <stdlib.h>

/* Linear probing; what is removed is filled by those after it. */
static size_t place_of(const rec_map* map, uintptr_t key) {
  uint64_t mixed = (uint64_t)key * 0x9E3779B97F4A7C15u;
  return (size_t)(mixed >> 32) & map->mask;
}

static size_t find_place(const rec_map* map, uintptr_t key) {
  size_t place = place_of(map, key);
  while (map->slots[place].value != NULL && map->slots[place].key != key) {
    place = (place + 1) & map->mask;
  }
  return place;
}

void* rec_map_find(const rec_map* map, uintptr_t key) {
  return map->count == 0 ? NULL : map->slots[find_place(map, key)].value;
}

static int grow(rec_map* map) {
  const size_t size = map->slots == NULL ? 64 : 2 * (map->mask + 1);
  rec_map larger = {calloc(size, sizeof(struct rec_slot)), size - 1, map->count};
  if (larger.slots == NULL) return 0;
  for (size_t i = 0; map->slots != NULL && i <= map->mask; ++i) {
    if (map->slots[i].value != NULL) larger.slots[find_place(&larger, map->slots[i].key)] = map->slots[i];
  }
  free(map->slots);
  *map = larger;
  return 1;
}

void* rec_map_set(rec_map* map, uintptr_t key, void* value) {
  if (2 * (map->count + 1) > map->mask && !grow(map)) return NULL;
  struct rec_slot* slot = &map->slots[find_place(map, key)];
  void* before = slot->value;
  if (before == NULL) ++map->count;
  slot->key = key;
  slot->value = value;
  return before;
}

void* rec_map_remove(rec_map* map, uintptr_t key) {
  if (map->count == 0) return NULL;
  size_t hole = find_place(map, key);
  void* before = map->slots[hole].value;
  if (before == NULL) return NULL;
  --map->count;
  for (size_t next = (hole + 1) & map->mask; map->slots[next].value != NULL;
       next = (next + 1) & map->mask) {
    const size_t home = place_of(map, map->slots[next].key);
    if (((next - home) & map->mask) < ((next - hole) & map->mask)) continue;
    map->slots[hole] = map->slots[next];
    hole = next;
  }
  map->slots[hole].value = NULL;
  return before;
}
