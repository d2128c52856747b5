/* What paje/record.h calls. */
#include "recorder/regions.h"

#include "recorder/buffer.h"

__attribute__((visibility("default"))) void paje_record_enter(const char* name);
__attribute__((visibility("default"))) void paje_record_leave(void);
__attribute__((visibility("default"))) void paje_record_number(const char* name, double value);

void rec_enter(const char* name) {
  rec_thread* thread = rec_this_thread();
  if (thread == NULL || name == NULL) return;
  const uint32_t number = rec_name(thread, name);
  rec_bytes record;
  rec_begin_bytes(&record, REC_ENTER);
  rec_put_time(&record, thread, rec_now());
  rec_put(&record, number);
  rec_commit(thread, record.bytes, record.size);
}

void rec_leave(void) {
  rec_thread* thread = rec_this_thread();
  if (thread == NULL) return;
  rec_bytes record;
  rec_begin_bytes(&record, REC_LEAVE);
  rec_put_time(&record, thread, rec_now());
  rec_commit(thread, record.bytes, record.size);
}

void paje_record_enter(const char* name) { rec_enter(name); }
void paje_record_leave(void) { rec_leave(); }

void paje_record_number(const char* name, double value) {
  rec_thread* thread = rec_this_thread();
  if (thread == NULL || name == NULL) return;
  const uint32_t number = rec_name(thread, name);
  rec_bytes record;
  rec_begin_bytes(&record, REC_VALUE);
  rec_put_time(&record, thread, rec_now());
  rec_put(&record, number);
  memcpy(record.bytes + record.size, &value, sizeof value);
  record.size += sizeof value;
  rec_commit(thread, record.bytes, record.size);
}
