/* Reads all events of an OTF2 archive in order of time and does nothing with them: what the library takes. */
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

struct locations {
  OTF2_LocationRef* all;
  size_t count;
};

static void check(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "otf2_empty: %s\n", what);
  exit(1);
}

static OTF2_CallbackCode add_location(void* data, OTF2_LocationRef self, OTF2_StringRef name,
                                      OTF2_LocationType type, uint64_t events,
                                      OTF2_LocationGroupRef group) {
  struct locations* locations = data;
  (void)name, (void)type, (void)events, (void)group;
  locations->all = realloc(locations->all, (locations->count + 1) * sizeof *locations->all);
  check(locations->all != NULL, "no memory");
  locations->all[locations->count++] = self;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_region(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                   OTF2_AttributeList* attributes, OTF2_RegionRef region) {
  (void)location, (void)time, (void)data, (void)attributes, (void)region;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_message(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                                    OTF2_AttributeList* attributes, uint32_t other,
                                    OTF2_CommRef communicator, uint32_t tag, uint64_t size) {
  (void)location, (void)time, (void)data, (void)attributes, (void)other, (void)communicator;
  (void)tag, (void)size;
  return OTF2_CALLBACK_SUCCESS;
}

static void read_local_definitions(OTF2_Reader* reader, const struct locations* locations) {
  uint64_t count;
  if (OTF2_Reader_OpenDefFiles(reader) != OTF2_SUCCESS) return;
  for (size_t i = 0; i < locations->count; ++i) {
    OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, locations->all[i]);
    if (local == NULL) continue;
    OTF2_Reader_ReadAllLocalDefinitions(reader, local, &count);
    OTF2_Reader_CloseDefReader(reader, local);
  }
  OTF2_Reader_CloseDefFiles(reader);
}

int main(int argc, char** argv) {
  struct locations locations = {NULL, 0};
  uint64_t count;
  check(argc == 2, "one argument, the file NAME.otf2, is wanted");
  OTF2_Reader* reader = OTF2_Reader_Open(argv[1]);
  check(reader != NULL, "no archive");
  OTF2_Reader_SetSerialCollectiveCallbacks(reader);
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  OTF2_GlobalDefReaderCallbacks* on_definition = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(on_definition, add_location);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, on_definition, &locations);
  check(OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &count) == OTF2_SUCCESS,
        "bad definitions");
  for (size_t i = 0; i < locations.count; ++i) {
    OTF2_Reader_SelectLocation(reader, locations.all[i]);
  }
  read_local_definitions(reader, &locations);
  OTF2_Reader_OpenEvtFiles(reader);
  for (size_t i = 0; i < locations.count; ++i) {
    OTF2_Reader_GetEvtReader(reader, locations.all[i]);
  }
  OTF2_GlobalEvtReader* events = OTF2_Reader_GetGlobalEvtReader(reader);
  OTF2_GlobalEvtReaderCallbacks* on_event = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(on_event, on_region);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(on_event, on_region);
  OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(on_event, on_message);
  OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(on_event, on_message);
  OTF2_Reader_RegisterGlobalEvtCallbacks(reader, events, on_event, NULL);
  check(OTF2_Reader_ReadAllGlobalEvents(reader, events, &count) == OTF2_SUCCESS, "bad events");
  printf("%llu events\n", (unsigned long long)count);
  OTF2_GlobalEvtReaderCallbacks_Delete(on_event);
  OTF2_GlobalDefReaderCallbacks_Delete(on_definition);
  free(locations.all);
  return OTF2_Reader_Close(reader) == OTF2_SUCCESS ? 0 : 1;
}
