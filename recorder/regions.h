/* Regions of a thread, which nest. */
#ifndef PAJE_RECORDER_REGIONS_H
#define PAJE_RECORDER_REGIONS_H

void rec_enter(const char* name);
/* Of the region that began last. */
void rec_leave(void);

#endif
