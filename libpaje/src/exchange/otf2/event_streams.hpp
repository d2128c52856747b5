// The events of an OTF2 archive in the order that its library's global reader has: by time, those
// of one time by location. Several readers of the library are at work at once, each with some of
// the locations and some thousand events ahead; their streams are merged here.
//
// Why this gives the same: a global reader takes the least (time, location) of the heads of its
// locations, and to merge such merges of some is to merge all, even where times go back. So the
// order does not depend on how many readers there are; and what is wrong with a location is met
// after the same events.
#pragma once

#include <otf2/otf2.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "base/work_queue.hpp"
#include "exchange/otf2/archive.hpp"
#include "exchange/otf2/event.hpp"

namespace paje::exchange {

/// What is wrong with the events of a location.
struct Otf2Damage {
  OTF2_LocationRef location = 0;
  bool can_begin = false;                    ///< its file can be opened as one of events
  uint64_t sound = 0;                        ///< events before the damage
  OTF2_ErrorCode code = OTF2_ERROR_INVALID;  ///< what comes after them
  std::string trouble;                       ///< what the library says of it
};

class Otf2EventStreams {
 public:
  /// How many readers suit that many threads. The documentation of the library allows different
  /// ones, but no two parts of one, to be used at the same time.
  [[nodiscard]] static std::size_t readers_for(unsigned threads);

  /// Opens the files of events. Throws TraceError if one cannot be read at all.
  Otf2EventStreams(const Otf2Archive& archive, const std::vector<Otf2Archive::Part>& parts);

  /// Reads each location alone, and returns those that are damaged, in the order of `locations`.
  /// A reader of several locations delivers nothing more of any of them once one is damaged.
  static std::vector<Otf2Damage> find_damage(const Otf2Archive& archive,
                                             const std::vector<OTF2_LocationRef>& locations,
                                             ThreadPool& parallel);

  struct End {
    uint64_t count = 0;                  ///< of events, as the library counts them
    OTF2_ErrorCode code = OTF2_SUCCESS;  ///< what came instead of the next event
    std::string trouble;                 ///< that the library had then
  };
  using Take = std::function<void(const Otf2Block&, std::size_t begin, std::size_t end)>;
  /// What happens to the other readers once one of them is damaged.
  enum class AfterDamage : uint8_t { stop, go_on };
  /// Takes some events of a block after the other. What is thrown there is thrown again.
  End run(ThreadPool& parallel, AfterDamage after, const Take& take);

 private:
  static constexpr std::size_t kBlockEvents = 1024;

  struct Stream;
  struct Filling {
    Stream* stream;
    void operator()() const;
  };
  using Queue = WorkQueue<Filling>;
  // One block is taken while the next one is filled.
  struct Stream {
    OTF2_Reader* reader = nullptr;
    OTF2_GlobalEvtReader* events = nullptr;
    Otf2Block* filled = nullptr;  // the data of the library's callbacks is a pointer to this
    Otf2Block block, next;
    std::shared_ptr<Queue::Entry> filling;  // of the next one; null if there is none
    std::size_t at = 0;                     // in the block
  };
  class Merge;

  static Otf2Damage damage_of(const Otf2Archive& archive, OTF2_LocationRef location);

  std::vector<std::unique_ptr<Stream>> streams_;  // they stay where they are
};

}  // namespace paje::exchange
