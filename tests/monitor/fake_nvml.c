/* Takes the place of libnvidia-ml.so.1: two GPUs whose values grow from call to call. */
#include <string.h>

static int calls;
int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { *count = 2; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void** handle) { *handle = (void*)(unsigned long)(i + 1); return 0; }
int nvmlDeviceGetName(void* handle, char* name, unsigned size) { strncpy(name, handle == (void*)1 ? "Fake A" : "Fake B", size); return 0; }
int nvmlDeviceGetPowerUsage(void* handle, unsigned* mw) { *mw = handle == (void*)1 ? 100000u + 500u * (unsigned)calls++ : 40250; return 0; }
int nvmlDeviceGetClockInfo(void* handle, int type, unsigned* mhz) {
  if (handle == (void*)2 && type == 2) return 3; /* not supported */
  *mhz = type == 1 ? 1410 : 1593;
  return 0;
}
int nvmlDeviceGetMemoryInfo(void* handle, unsigned long long* m) { m[0] = 80; m[1] = 60; m[2] = 20ull << 30; (void)handle; return 0; }
int nvmlDeviceGetUtilizationRates(void* handle, unsigned* use) { use[0] = handle == (void*)1 ? 73 : 0; use[1] = 1; return 0; }
