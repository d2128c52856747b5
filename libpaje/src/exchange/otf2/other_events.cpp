#include "exchange/otf2/other_events.hpp"

#include <string_view>

#include "exchange/otf2/keep_events.hpp"

namespace paje::exchange {

namespace {

// The library's name of each kind, and what a list of losses calls it.
#define PAJE_OTHER_EVENTS(X)                                                        \
  X(BufferFlush, "flushes of buffers")                                              \
  X(MeasurementOnOff, "switches of the measurement")                                \
  X(MpiIsendComplete, "ends of sends")                                              \
  X(MpiIrecvRequest, "requests of receives")                                        \
  X(MpiRequestTest, "tests of requests")                                            \
  X(MpiRequestCancelled, "cancelled requests")                                      \
  X(MpiCollectiveBegin, "begins of collective operations")                          \
  X(NonBlockingCollectiveRequest, "requests of collective operations")              \
  X(NonBlockingCollectiveComplete, "ends of requested collective operations")       \
  X(CommCreate, "creations of communicators")                                       \
  X(CommDestroy, "destructions of communicators")                                   \
  X(OmpFork, "forks of OpenMP")                                                     \
  X(OmpJoin, "joins of OpenMP")                                                     \
  X(OmpAcquireLock, "locks taken in OpenMP")                                        \
  X(OmpReleaseLock, "locks released in OpenMP")                                     \
  X(OmpTaskCreate, "creations of tasks of OpenMP")                                  \
  X(OmpTaskSwitch, "switches of tasks of OpenMP")                                   \
  X(OmpTaskComplete, "ends of tasks of OpenMP")                                     \
  X(RmaWinCreate, "creations of windows of remote memory")                          \
  X(RmaWinDestroy, "destructions of windows of remote memory")                      \
  X(RmaCollectiveBegin, "begins of collective operations of remote memory")         \
  X(RmaCollectiveEnd, "ends of collective operations of remote memory")             \
  X(RmaGroupSync, "synchronizations of groups of remote memory")                    \
  X(RmaRequestLock, "requests of locks of remote memory")                           \
  X(RmaAcquireLock, "locks taken of remote memory")                                 \
  X(RmaTryLock, "locks tried of remote memory")                                     \
  X(RmaReleaseLock, "locks released of remote memory")                              \
  X(RmaSync, "synchronizations of remote memory")                                   \
  X(RmaWaitChange, "waits for changes of remote memory")                            \
  X(RmaPut, "puts to remote memory")                                                \
  X(RmaGet, "gets from remote memory")                                              \
  X(RmaAtomic, "atomic operations on remote memory")                                \
  X(RmaOpCompleteBlocking, "ends of operations on remote memory (blocking)")        \
  X(RmaOpCompleteNonBlocking, "ends of operations on remote memory (not blocking)") \
  X(RmaOpTest, "tests of operations on remote memory")                              \
  X(RmaOpCompleteRemote, "ends of operations on remote memory (remote)")            \
  X(ThreadFork, "forks of threads")                                                 \
  X(ThreadJoin, "joins of threads")                                                 \
  X(ThreadTeamBegin, "begins of teams of threads")                                  \
  X(ThreadTeamEnd, "ends of teams of threads")                                      \
  X(ThreadAcquireLock, "locks taken by threads")                                    \
  X(ThreadReleaseLock, "locks released by threads")                                 \
  X(ThreadTaskCreate, "creations of tasks")                                         \
  X(ThreadTaskSwitch, "switches of tasks")                                          \
  X(ThreadTaskComplete, "ends of tasks")                                            \
  X(ThreadCreate, "creations of threads")                                           \
  X(ThreadBegin, "begins of threads")                                               \
  X(ThreadWait, "waits for threads")                                                \
  X(ThreadEnd, "ends of threads")                                                   \
  X(CallingContextEnter, "calling contexts entered")                                \
  X(CallingContextLeave, "calling contexts left")                                   \
  X(CallingContextSample, "samples of calling contexts")                            \
  X(IoCreateHandle, "handles of files created")                                     \
  X(IoDestroyHandle, "handles of files destroyed")                                  \
  X(IoDuplicateHandle, "handles of files duplicated")                               \
  X(IoSeek, "seeks in files")                                                       \
  X(IoChangeStatusFlags, "changes of the status of files")                          \
  X(IoDeleteFile, "deletions of files")                                             \
  X(IoOperationBegin, "begins of operations on files")                              \
  X(IoOperationTest, "tests of operations on files")                                \
  X(IoOperationIssued, "operations on files issued")                                \
  X(IoOperationComplete, "ends of operations on files")                             \
  X(IoOperationCancelled, "cancelled operations on files")                          \
  X(IoAcquireLock, "locks taken of files")                                          \
  X(IoReleaseLock, "locks released of files")                                       \
  X(IoTryLock, "locks tried of files")                                              \
  X(ProgramBegin, "begins of programs")                                             \
  X(ProgramEnd, "ends of programs")                                                 \
  X(Unknown, "unknown events")

#define PAJE_NAME(name, kind) name,
#define PAJE_KIND(name, kind) kind,
enum Other : uint32_t { PAJE_OTHER_EVENTS(PAJE_NAME) kOthers };
constexpr std::string_view kKinds[] = {PAJE_OTHER_EVENTS(PAJE_KIND)};
#undef PAJE_NAME
#undef PAJE_KIND

template <Other kind, class... Arguments>
OTF2_CallbackCode on_other(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           Arguments...) {
  const Otf2Event* const kept =
      keep_event(data, location, time, Otf2EventKind::other, kind, nullptr);
  return kept == nullptr ? OTF2_CALLBACK_INTERRUPT : OTF2_CALLBACK_SUCCESS;
}

}  // namespace

void Otf2OtherEvents::set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
  static_assert(kOthers <= kMostKinds);
#define PAJE_SET(name, kind) \
  OTF2_GlobalEvtReaderCallbacks_Set##name##Callback(callbacks, on_other<name>);
  PAJE_OTHER_EVENTS(PAJE_SET)
#undef PAJE_SET
}

void Otf2OtherEvents::finish(Losses& losses) const {
  for (std::size_t kind = 0; kind < kOthers; ++kind) losses.add(kKinds[kind], counts_[kind]);
}

}  // namespace paje::exchange
