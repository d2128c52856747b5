// Reads a trace: event by event, object by object during the replay, or as a whole.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "paje/diagnostic.hpp"
#include "paje/event.hpp"
#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/selection.hpp"
#include "paje/trace.hpp"

namespace paje {

/// How far reading has progressed.
struct ReadProgress {
  ReadCounts counts;
  uint64_t consumed = 0;         ///< bytes of the input, before decompression
  std::optional<uint64_t> size;  ///< total of these bytes, if known
};

struct ClockCorrection;  // in paje/clocks.hpp

/// How to read. The defaults are strict reading of the current format.
struct ReadOptions {
  /// Accepts the field names of earlier versions of the format (`--no-strict`).
  bool old_field_names = false;
  /// Ignores links with only one half, instead of reporting an error.
  bool ignore_incomplete_links = false;
  /// If not, a push closes the state on top, and a pop reopens the one below it.
  bool imbrication = true;
  /// The replay ends at this time and closes everything open there.
  std::optional<double> stop_at{};
  /// Which objects are kept or delivered; all events are read and checked. A pattern or type
  /// without a match in the whole trace is a SelectionError at the end.
  Selection selection{};
  /// Keeps the user-defined fields of events with the objects that they change.
  bool keep_user_fields = false;
  /// Reads the files named by PajeTraceFile and by the Filename of PajeCreateContainer: their
  /// events follow the event that names them. If not, such events have no special meaning.
  bool read_parts = true;
  /// If set, a part that cannot be read is a std::system_error. Otherwise it is skipped, and
  /// on_warning reports it.
  bool needs_parts = false;
  /// Reads everything first, then applies or visits events in order of time, over all parts. Events
  /// at the same time keep the order in which files are named, then that of lines. Definitions of
  /// events, types and values come first. An event without a time stays after the event that it
  /// follows.
  bool sort = false;
  /// For visit_events() on a set of files: sorts the events, as read_trace() does, if they are not
  /// in order of time over all files. Such a set is read twice.
  bool sort_sets = false;
  /// Limit of the bytes that sorting keeps in memory, in addition to reading; more goes to an
  /// unnamed file in the directory $TMPDIR, or /tmp.
  std::size_t sort_bytes = std::size_t{128} << 20U;
  /// For read_trace() and the table of an input: applies correct_clocks() before objects are
  /// selected, so all objects are kept meanwhile. Functions that deliver objects or rows while
  /// reading have no whole trace to correct, and throw std::invalid_argument. check_trace() and
  /// visit_events() ignore it.
  bool fix_clocks = false;
  /// If set, receives the result of the correction.
  std::function<void(const Trace&, const ClockCorrection&)> on_clocks{};
  /// If set, reading is lenient: every error is reported in input order and repaired (see Repair).
  /// Mostly the line is ignored, and the rest replayed. If not set, the first error is thrown.
  /// Damaged compressed data and damaged archives cannot be repaired: they are always thrown.
  DiagnosticHandler on_problem{};
  /// If set, receives problems that are not errors (see Severity), in input order with
  /// the errors. Does not change what is read.
  DiagnosticHandler on_warning{};
  /// If set, called now and then, one call at a time.
  std::function<void(const ReadProgress&)> on_progress{};
  /// A stop request, from any thread, makes reading throw ReadStopped soon.
  std::stop_token stop{};
  /// For read_trace() without a selection: columns of an archive are read on first use, so unused
  /// ones cost nothing. Any access to columns may then throw as read_trace() does. No effect on
  /// other inputs.
  bool on_demand = false;
  /// Maps uncompressed files into memory. If another program truncates such a file meanwhile, the
  /// system raises SIGBUS. If not set, files are read and copied block by block, and a truncated
  /// file is a std::system_error.
  bool map_files = true;
  /// If set, called with the path of each file before it is read, because events name further
  /// files.
  std::function<void(const std::string& path)> on_file{};
  /// Number of threads, including the calling one; 0: as many as there are cores. Neither the
  /// result nor the reported problem depends on it.
  unsigned threads = 0;
  /// Bytes of text that are decoded at once. The result does not depend on it; for tests and
  /// tuning.
  std::size_t chunk_bytes = std::size_t{128} << 10U;
};

/// Thrown if ReadOptions::stop stopped a reading.
class PAJE_EXPORT ReadStopped : public std::runtime_error {
 public:
  ReadStopped();
  ~ReadStopped() override;
};

/// Receives the contents of a trace, in order.
class PAJE_EXPORT EventVisitor {
 public:
  virtual ~EventVisitor();
  /// The definition is valid until visit_events() returns. Parts may define an id that other files
  /// also define.
  virtual void on_definition(const EventDefinition& definition);
  /// Everything except the definition is valid only during the call.
  virtual void on_event(const Event& event) = 0;
};

/// Delivers every event of the input in order, and every definition before the first event that can
/// use it. Decodes, but does not replay. With options.selection, delivers events of the selected
/// containers, types and times, regardless of nesting; events that define, create or destroy are
/// always delivered. States that are open when the selected time starts lack their start;
/// cut_trace() keeps them. Throws TraceError for a bad line unless options.on_problem is set,
/// std::system_error if the input cannot be read. Memory does not grow with the input.
PAJE_EXPORT ReadCounts visit_events(const Input& input, const ReadOptions& options,
                                    EventVisitor& visitor);
inline ReadCounts visit_events(const Input& input, EventVisitor& visitor) {
  return visit_events(input, {}, visitor);
}

/// Calls `visit` for every event of the input in order, like the other visit_events(). Definitions
/// are valid until visit_events() returns; everything else in the Event only during the call of
/// `visit`. Throws
/// TraceError for a bad line unless options.on_problem is set, std::system_error if the input
/// cannot be read. Memory does not grow with the input.
PAJE_EXPORT ReadCounts visit_events(const Input& input, const ReadOptions& options,
                                    const std::function<void(const Event&)>& visit);
inline ReadCounts visit_events(const Input& input, const std::function<void(const Event&)>& visit) {
  return visit_events(input, {}, visit);
}

/// Replays the input and keeps everything. Throws TraceError for an invalid trace (unless
/// options.on_problem is set) and std::system_error if the input cannot be read.
PAJE_EXPORT Trace read_trace(const Input& input, const ReadOptions& options = {});

/// Replays the input to find its errors, and keeps no objects, which is faster than read_trace().
/// Returns the trace's types, containers and values. Errors as read_trace().
PAJE_EXPORT Trace check_trace(const Input& input, const ReadOptions& options = {});

/// Receives objects as the replay completes them. Arguments are valid only during the call. A state
/// is delivered when it ends, so before the states around it; other objects of a (container, type)
/// come in the order of their track. The order between tracks depends on options.chunk_bytes, but
/// not on options.threads. The default functions do nothing.
class PAJE_EXPORT ObjectVisitor {
 public:
  virtual ~ObjectVisitor();

  struct Place {
    const Container& container;
    const Type& type;
  };
  /// User-defined fields; empty unless keep_user_fields is set.
  using Fields = std::span<const std::string_view>;
  struct State {
    double start;
    double end;
    uint32_t depth;  ///< imbrication level
    const EntityValue& value;
    Fields user_fields;
  };
  struct Variable {
    double start;
    double end;
    double value;
    Fields user_fields;
  };
  struct PunctualEvent {
    double time;
    const EntityValue& value;
    Fields user_fields;
  };
  struct Link {
    double start;
    double end;
    const EntityValue& value;
    const Container& start_container;
    const Container& end_container;
    Name key;
    Fields user_fields;
  };

  virtual void on_state(const Place& place, const State& state);
  virtual void on_variable(const Place& place, const Variable& variable);
  virtual void on_event(const Place& place, const PunctualEvent& event);
  virtual void on_link(const Place& place, const Link& link);
  /// A container, after its objects: when it is destroyed, or at the end. `parent` is null for the
  /// root.
  virtual void on_container(const Container& container, const Type& type, const Container* parent,
                            Fields user_fields);
};

/// Replays the input and drops each object after delivery, so memory holds only open objects.
/// Returns the trace's types, containers and values, without objects. Errors as read_trace(),
/// except that a reused key is detected only if its link is among the last 262,144 complete ones.
PAJE_EXPORT Trace stream_objects(const Input& input, const ReadOptions& options,
                                 ObjectVisitor& visitor);
inline Trace stream_objects(const Input& input, ObjectVisitor& visitor) {
  return stream_objects(input, {}, visitor);
}

}  // namespace paje
