// Traces that several processes read together, each its share: for clusters. The processes talk to
// each other by an Exchange, which is not the library's: MPI, or threads in tests.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paje/archive.hpp"
#include "paje/event.hpp"
#include "paje/export.hpp"
#include "paje/models/transitions.hpp"
#include "paje/read.hpp"

namespace paje {

/// How processes that work together talk. Each calls the same functions in the same order, but
/// take(). What a call throws on one process, it throws on all.
class PAJE_EXPORT Exchange {
 public:
  virtual ~Exchange();
  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  /// What each process gave, by rank.
  virtual std::vector<std::string> all_gather(std::string mine) = 0;
  /// The same on rank 0; nothing on others.
  virtual std::vector<std::string> gather(std::string mine) = 0;
  /// Element i goes to rank i; returns what came from each. The strings given are used up.
  virtual std::vector<std::string> all_to_all(std::vector<std::string> to) = 0;
  /// The same, or nothing on all processes if none of them has anything for anybody.
  virtual std::optional<std::vector<std::string>> all_to_all_if_any(
      std::vector<std::string> to) = 0;
  /// Sums of as many numbers as each process gives.
  virtual std::vector<uint64_t> sum(std::vector<uint64_t> mine) = 0;
  /// A new counter, 0, the same for all.
  virtual void begin_taking() = 0;
  /// The counter before it is increased by one: each number goes to one process only. May be called
  /// by any of them at any time until end_taking().
  virtual uint64_t take() = 0;
  virtual void end_taking() = 0;
};

/// A file that processes write together.
struct SharedTarget {
  /// Called on any process, by one thread.
  std::function<void(uint64_t byte, std::string_view bytes)> write;
};

/// How a trace was read together.
struct SharedReading {
  /// Why it was not: then nothing of the result counts, and one process should read the trace
  /// alone, which also says what is wrong with it, if anything is. The same on all processes. Empty
  /// if the trace is wrong.
  std::optional<std::string> alone;
  ReadCounts counts;      ///< of the whole trace
  uint64_t parts = 0;     ///< files besides the first
  uint64_t my_bytes = 0;  ///< of text that this process decoded
};

struct SharedArchive {
  SharedReading reading;
  ArchiveSizes sizes;  ///< on rank 0
};

/// What a process has of a trace that several read together.
struct SharedTrace {
  SharedReading reading;
  /// The names of all of it, and the objects of this process. Each track of states, variables and
  /// punctual events is whole in one process; of the links of a track, each may have some.
  Trace trace;
  /// By row of its links: their order among those that other processes have of the same track.
  std::vector<uint64_t> link_places;
};

/// Reads the trace at a path, each process its share. Throws std::system_error, also for a part
/// that cannot be read. Options that select, sort, correct or repair lead to `alone`.
PAJE_EXPORT SharedTrace read_trace_together(const std::string& path, const ReadOptions& read,
                                            Exchange& exchange);

/// What is counted of all events of a trace.
struct SharedSurvey {
  /// An event whose time is earlier than that of an event before it.
  struct Backward {
    std::string file;
    uint64_t line = 0;
    double time = 0;
    double after = 0;  ///< the latest time before it
  };
  std::array<uint64_t, kEventKinds> by_kind{};
  std::vector<uint64_t> by_definition;  ///< in the order of Trace::event_definitions()
  uint64_t timed = 0;                   ///< events that have a time
  uint64_t backward = 0;
  std::optional<Backward> first_backward;
  std::vector<Diagnostic> odd;  ///< the first ones
  uint64_t odd_count = 0;       ///< of all
};

/// Looks for what is odd about an event, but no problem of reading, and adds at most `room`
/// descriptions of it, without file and line. Returns how many there are.
using OddFinder =
    std::function<uint64_t(const Event&, std::size_t room, std::vector<Diagnostic>& found)>;

struct SurveyedTrace {
  SharedTrace share;
  SharedSurvey survey;  ///< on rank 0
};
/// read_trace_together(), and a survey of the events, which keeps at most `most` of what
/// `find_odd`, called by one thread, finds. A trace with warnings of the reading leads to `alone`.
PAJE_EXPORT SurveyedTrace survey_trace_together(const std::string& path, const ReadOptions& read,
                                                const OddFinder& find_odd, uint64_t most,
                                                Exchange& exchange);

/// What count_pairs() makes of the whole trace, on rank 0.
PAJE_EXPORT PairTable count_pairs_together(const SharedTrace& share, const PairOptions& options,
                                           Exchange& exchange);

/// Writes the archive of the trace at a path: the same bytes as write_archive() of one process, for
/// any number of processes and threads. Throws std::system_error, also for a part that cannot be
/// read. Options that select, sort, correct or repair lead to `alone`.
PAJE_EXPORT SharedArchive write_archive_together(const std::string& path, const ReadOptions& read,
                                                 const ArchiveOptions& options, Exchange& exchange,
                                                 const SharedTarget& target);

}  // namespace paje
