// Traces that several processes read together on a cluster, each its share. The processes
// communicate by an Exchange, which the caller implements: with MPI, or with threads in tests.
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

/// Communication between the processes. All processes call the same functions in the same order,
/// except next_number(). An exception on one process is thrown on all.
class PAJE_EXPORT Exchange {
 public:
  virtual ~Exchange();
  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  /// The strings of all processes, by rank.
  virtual std::vector<std::string> all_gather(std::string mine) = 0;
  /// The same on rank 0; nothing on other processes.
  virtual std::vector<std::string> gather(std::string mine) = 0;
  /// Sends element i to rank i, and returns what each rank sent here.
  virtual std::vector<std::string> all_to_all(std::vector<std::string> to) = 0;
  /// The same; nothing, on all processes, if all elements of all processes are empty.
  virtual std::optional<std::vector<std::string>> all_to_all_if_any(
      std::vector<std::string> to) = 0;
  /// Element-wise sums over all processes.
  virtual std::vector<uint64_t> sum(std::vector<uint64_t> mine) = 0;
  /// Starts a new shared counter at 0.
  virtual void start_counter() = 0;
  /// Returns the counter and increments it, so each number goes to one process only. Any process
  /// may call it at any time until stop_counter().
  virtual uint64_t next_number() = 0;
  virtual void stop_counter() = 0;
};

/// A file that processes write together.
struct SharedTarget {
  /// Called on any process, by one thread.
  std::function<void(uint64_t byte, std::string_view bytes)> write;
};

/// The outcome of reading together.
struct SharedReading {
  /// If set, the reason why reading together was not possible: then the rest of the result is
  /// invalid, and a single process should read the trace, which also reports any errors. The same
  /// on all processes. An empty reason means that the trace has errors.
  std::optional<std::string> alone;
  ReadCounts counts;      ///< of the whole trace
  uint64_t parts = 0;     ///< files other than the first
  uint64_t my_bytes = 0;  ///< bytes of text that this process decoded
};

struct SharedArchive {
  SharedReading reading;
  ArchiveSizes sizes;  ///< on rank 0
};

/// The share of one process in a trace that several processes read together.
struct SharedTrace {
  SharedReading reading;
  /// Has all names of the trace, and the objects of this process. A track of states, variables or
  /// punctual events is complete on one process; the links of a track may be on several.
  Trace trace;
  /// By row of links: the position among the links of the same track on all processes.
  std::vector<uint64_t> link_places;
};

/// Reads the trace at a path, each process its share. Throws std::system_error, also for a part
/// that cannot be read. Options that select, sort, correct or repair set `alone`.
PAJE_EXPORT SharedTrace read_trace_together(const std::string& path, const ReadOptions& read,
                                            Exchange& exchange);

/// Counts over all events of a trace.
struct SharedSurvey {
  /// An event that is earlier than a previous event.
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
  std::vector<Diagnostic> odd;  ///< the first ones found
  uint64_t odd_count = 0;       ///< number of all
};

/// Finds what is unusual about an event without being an error. Appends at most `room`
/// descriptions, without file and line, and returns the number of findings.
using OddFinder =
    std::function<uint64_t(const Event&, std::size_t room, std::vector<Diagnostic>& found)>;

struct SurveyedTrace {
  SharedTrace share;
  SharedSurvey survey;  ///< on rank 0
};
/// read_trace_together() with a survey of the events. Keeps at most `most` findings of `find_odd`,
/// which is called by one thread at a time. A trace with warnings sets `alone`.
PAJE_EXPORT SurveyedTrace survey_trace_together(const std::string& path, const ReadOptions& read,
                                                const OddFinder& find_odd, uint64_t most,
                                                Exchange& exchange);

/// The result of count_pairs() for the whole trace, on rank 0.
PAJE_EXPORT PairTable count_pairs_together(const SharedTrace& share, const PairOptions& options,
                                           Exchange& exchange);

/// Writes the archive of the trace at a path: the same bytes as write_archive() on one process, for
/// any number of processes and threads. Throws std::system_error, also for a part that cannot be
/// read. Options that select, sort, correct or repair set `alone`.
PAJE_EXPORT SharedArchive write_archive_together(const std::string& path, const ReadOptions& read,
                                                 const ArchiveOptions& options, Exchange& exchange,
                                                 const SharedTarget& target);

}  // namespace paje
