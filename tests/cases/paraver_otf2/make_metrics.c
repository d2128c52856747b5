/* Makes the OTF2 archive `metrics` that run_paraver_otf2.py imports: metrics of all modes and scopes.
 *
 * gcc make_metrics.c -o make_metrics -lopen-trace-format2 && ./make_metrics FOLDER
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

static OTF2_FlushType before_flush(void* user, OTF2_FileType type, OTF2_LocationRef location,
                                   void* data, bool is_final) {
  (void)user, (void)type, (void)location, (void)data, (void)is_final;
  return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void* user, OTF2_FileType type, OTF2_LocationRef location) {
  (void)user, (void)type, (void)location;
  return 900;
}

static void check(OTF2_ErrorCode code) {
  if (code == OTF2_SUCCESS) return;
  fprintf(stderr, "%s\n", OTF2_Error_GetDescription(code));
  exit(1);
}

enum { kModes = 4, kSamples = 4 };
static const OTF2_MetricMode kMode[kModes] = {OTF2_METRIC_RELATIVE_NEXT, OTF2_METRIC_ABSOLUTE_LAST,
                                              OTF2_METRIC_ACCUMULATED_START,
                                              OTF2_METRIC_ABSOLUTE_POINT};
static const char* const kStrings[] = {"",     "main", "node0",      "proc",     "thr0", "thr1",
                                       "rel_next", "abs_last", "accumulated", "abs_point",
                                       "node_power", "process_power", "group_power", "other", "host"};

static void write_events(OTF2_Archive* archive) {
  check(OTF2_Archive_OpenEvtFiles(archive));
  for (uint64_t location = 0; location < 2; ++location) {
    OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive, location);
    check(OTF2_EvtWriter_Enter(writer, NULL, 1000, 0));
    for (uint64_t i = 0; i < kSamples; ++i) {
      OTF2_Type types[kModes];
      OTF2_MetricValue values[kModes];
      for (int mode = 0; mode < kModes; ++mode) types[mode] = OTF2_TYPE_UINT64;
      values[0].unsigned_int = 10 + i;
      values[1].unsigned_int = 100 * (i + 1);
      values[2].unsigned_int = 5 * i;
      values[3].unsigned_int = 1 + i;
      check(OTF2_EvtWriter_Metric(writer, NULL, 1100 + 100 * i, 0, kModes, types, values));
      if (location != 0) continue;
      for (OTF2_MetricRef instance = 10; instance < 14; ++instance) {
        OTF2_MetricValue value;
        value.unsigned_int = 10 * instance + i;
        check(OTF2_EvtWriter_Metric(writer, NULL, 1150 + 100 * i, instance, 1, types, &value));
      }
    }
    check(OTF2_EvtWriter_Leave(writer, NULL, 1500, 0));
    check(OTF2_Archive_CloseEvtWriter(archive, writer));
  }
  check(OTF2_Archive_CloseEvtFiles(archive));
}

static void write_metrics(OTF2_GlobalDefWriter* writer) {
  OTF2_MetricMemberRef all[kModes];
  for (uint32_t i = 0; i < kModes; ++i) {
    all[i] = i;
    check(OTF2_GlobalDefWriter_WriteMetricMember(writer, i, 6 + i, 0, OTF2_METRIC_TYPE_OTHER,
                                                 kMode[i], OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, 0));
  }
  check(OTF2_GlobalDefWriter_WriteMetricClass(writer, 0, kModes, all, OTF2_METRIC_ASYNCHRONOUS,
                                              OTF2_RECORDER_KIND_ABSTRACT));
  const OTF2_MetricScope scopes[] = {OTF2_SCOPE_SYSTEM_TREE_NODE, OTF2_SCOPE_LOCATION_GROUP,
                                     OTF2_SCOPE_GROUP, OTF2_SCOPE_LOCATION};
  for (uint32_t i = 0; i < 4; ++i) {
    const OTF2_MetricMemberRef member = kModes + i;
    check(OTF2_GlobalDefWriter_WriteMetricMember(
        writer, member, 10 + i, 0, OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_NEXT,
        OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, 0));
    check(OTF2_GlobalDefWriter_WriteMetricClass(writer, 1 + i, 1, &member, OTF2_METRIC_ASYNCHRONOUS,
                                                OTF2_RECORDER_KIND_ABSTRACT));
    check(OTF2_GlobalDefWriter_WriteMetricInstance(writer, 10 + i, 1 + i, 0, scopes[i],
                                                   scopes[i] == OTF2_SCOPE_LOCATION ? 1 : 0));
  }
}

static void write_definitions(OTF2_Archive* archive) {
  check(OTF2_Archive_OpenDefFiles(archive));
  for (uint64_t location = 0; location < 2; ++location) {
    check(OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, location)));
  }
  check(OTF2_Archive_CloseDefFiles(archive));
  OTF2_GlobalDefWriter* const writer = OTF2_Archive_GetGlobalDefWriter(archive);
  check(OTF2_GlobalDefWriter_WriteClockProperties(writer, 1000, 1000, 600,
                                                  OTF2_UNDEFINED_TIMESTAMP));
  for (uint32_t i = 0; i < sizeof kStrings / sizeof *kStrings; ++i) {
    check(OTF2_GlobalDefWriter_WriteString(writer, i, kStrings[i]));
  }
  check(OTF2_GlobalDefWriter_WriteRegion(writer, 0, 1, 1, 0, OTF2_REGION_ROLE_FUNCTION,
                                         OTF2_PARADIGM_UNKNOWN, OTF2_REGION_FLAG_NONE, 0, 0, 0));
  check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 2, 14, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  check(OTF2_GlobalDefWriter_WriteLocationGroup(writer, 0, 3, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                OTF2_UNDEFINED_LOCATION_GROUP));
  for (uint32_t i = 0; i < 2; ++i) {
    check(OTF2_GlobalDefWriter_WriteLocation(writer, i, 4 + i, OTF2_LOCATION_TYPE_CPU_THREAD,
                                             2 + kSamples * (i == 0 ? 5 : 1), 0));
  }
  write_metrics(writer);
  check(OTF2_Archive_CloseGlobalDefWriter(archive, writer));
}

int main(int count, char** words) {
  static const OTF2_FlushCallbacks kFlush = {before_flush, after_flush};
  if (count != 2) return 2;
  OTF2_Archive* const archive =
      OTF2_Archive_Open(words[1], "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                        OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  check(OTF2_Archive_SetFlushCallbacks(archive, &kFlush, NULL));
  check(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  write_events(archive);
  write_definitions(archive);
  check(OTF2_Archive_Close(archive));
  return 0;
}
