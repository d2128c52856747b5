// Reading a trace: event by event, object by object as the replay completes them, or whole.
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

/// How far a reading has come.
struct ReadProgress {
  ReadCounts counts;
  uint64_t consumed = 0;         ///< bytes of the input, compressed if it is
  std::optional<uint64_t> size;  ///< how many there are, if known
};

struct ClockCorrection;  // in paje/clocks.hpp

/// How to read. The defaults are the format's own strict reading.
struct ReadOptions {
  /// Accept the field names of earlier versions of the format (`--no-strict`).
  bool old_field_names = false;
  /// Links with only one half are left out instead of being an error.
  bool ignore_incomplete_links = false;
  /// Without imbrication a push closes the state on top and a pop opens the one below anew.
  bool imbrication = true;
  /// Replay ends there; everything open closes there.
  std::optional<double> stop_at;
  /// Which objects are kept or handed on; all events are read and checked. visit_events() ignores
  /// it. A pattern or type that the whole trace has nothing like is a SelectionError at the end.
  Selection selection;
  /// Keep the user-defined fields of events with the objects they touch.
  bool keep_user_fields = false;
  /// Read the files that PajeTraceFile and the Filename of PajeCreateContainer name: their events
  /// follow the event that names them. If not, these are events like others.
  bool read_parts = true;
  /// A part that cannot be read is a std::system_error. If not, it is left out, and on_warning says
  /// so.
  bool needs_parts = false;
  /// Read all first, then apply or visit events in the order of their times, over all parts; those
  /// of the same time in the order in which their files are named, then of their lines. Event
  /// definitions, and events that define types and values, come before all others. An event without
  /// a time stays after the one it follows.
  bool sort = false;
  /// Of visit_events() on a set of files: sort where read_trace() does so by itself, because parts
  /// have later events than those that follow the event that names them. Such a set is read twice.
  bool sort_sets = false;
  /// Bytes that sorting keeps in memory at most, besides what reading takes; more goes to a file
  /// without a name in the directory that $TMPDIR names, or /tmp.
  std::size_t sort_bytes = std::size_t{128} << 20U;
  /// Of read_trace() and the table of an input: correct_clocks() before objects are selected, so
  /// all are kept meanwhile. What delivers objects or rows while it reads has no whole trace to
  /// correct, and throws std::invalid_argument. check_trace() and visit_events() ignore it.
  bool fix_clocks = false;
  /// If set, called with what the correction did.
  std::function<void(const Trace&, const ClockCorrection&)> on_clocks;
  /// If set, reading is lenient: every error is reported in input order and repaired (see Repair):
  /// mostly its line is left out, and the rest replayed. If not, the first error is thrown.
  DiagnosticHandler on_problem;
  /// If set, receives what is no error (Severity::loss and oddity) in input order, among the
  /// errors. Reading is the same without.
  DiagnosticHandler on_warning;
  /// If set, called now and then, one call after the other.
  std::function<void(const ReadProgress&)> on_progress;
  /// Requesting a stop, from any thread, ends the reading soon: it throws ReadStopped.
  std::stop_token stop;
  /// Of read_trace() without a selection: the columns of an archive are read when they are first
  /// asked for, so that what nobody asks for takes no time. Whatever asks for columns may then
  /// throw as read_trace() does. Other inputs are read as ever.
  bool on_demand = false;
  /// Map files that are not compressed. If another program cuts one while it is read, the system
  /// signals by SIGBUS only. If not, files are read block by block, which takes a copy of each, and
  /// such a cut is a std::system_error like any other trouble.
  bool map_files = true;
  /// If set, called with the path of each file before it is read: events name further ones.
  std::function<void(const std::string& path)> on_file;
  /// Threads to use, the calling one among them; 0: as many as there are cores. The result, and
  /// the problem that is thrown, do not depend on it.
  unsigned threads = 0;
  /// Bytes of text decoded as one piece. The result does not depend on it; for tests and tuning.
  std::size_t chunk_bytes = std::size_t{128} << 10U;
};

/// What a reading throws that was stopped by ReadOptions::stop.
class PAJE_EXPORT ReadStopped : public std::runtime_error {
 public:
  ReadStopped();
  ~ReadStopped() override;
};

/// Receives what a trace consists of, in order.
class PAJE_EXPORT EventVisitor {
 public:
  virtual ~EventVisitor();
  /// The definition lives until visit_events() returns. Parts may define an id that other files
  /// define too.
  virtual void on_definition(const EventDefinition& definition);
  /// All but its definition is valid only during the call.
  virtual void on_event(const Event& event) = 0;
};

/// Delivers every event of the input in order, and every definition before the first event that
/// can use it; decodes, but does not replay.
/// Throws TraceError for a bad line unless options.on_problem is set, std::system_error when the
/// input cannot be read. Memory does not grow with the input.
PAJE_EXPORT ReadCounts visit_events(const Input& input, const ReadOptions& options,
                                    EventVisitor& visitor);

/// Calls `visit` for every event of the input in order; decodes, but does not replay. Definitions
/// outlive the call to `visit`; everything else in the Event is valid only during it.
/// Throws TraceError for a bad line unless options.on_problem is set, std::system_error when the
/// input cannot be read. Memory does not grow with the input.
PAJE_EXPORT ReadCounts visit_events(const Input& input, const ReadOptions& options,
                                    const std::function<void(const Event&)>& visit);
inline ReadCounts visit_events(const Input& input, const std::function<void(const Event&)>& visit) {
  return visit_events(input, {}, visit);
}

/// Replays the input and keeps everything.
/// Throws TraceError for a bad trace (unless options.on_problem is set) and std::system_error when
/// the input cannot be read.
PAJE_EXPORT Trace read_trace(const Input& input, const ReadOptions& options = {});

/// Replays the input for its errors and keeps no objects, which is quicker than read_trace().
/// Returns the trace's types, containers and values. Errors as read_trace.
PAJE_EXPORT Trace check_trace(const Input& input, const ReadOptions& options = {});

/// Receives objects as the replay completes them. Everything delivered is valid only during the
/// call. States come when they end, so before those around them; the other objects of one
/// (container, type) in their track's order. The order of all depends on options.chunk_bytes, but
/// not on options.threads. What is not overridden does nothing.
class PAJE_EXPORT ObjectVisitor {
 public:
  virtual ~ObjectVisitor();

  struct Place {
    const Container& container;
    const Type& type;
  };
  /// User-defined fields; empty unless they are kept.
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
  /// A container that was destroyed, or all others at the end; after its objects. `parent` is null
  /// for the root.
  virtual void on_container(const Container& container, const Type& type, const Container* parent,
                            Fields user_fields);
};

/// Replays the input and forgets each object once it was delivered: memory holds what is open.
/// Returns the trace's types, containers and values, without objects. Errors as read_trace, except
/// for one: a key that is used again is noticed only if its link is among the last 262,144 complete
/// ones.
PAJE_EXPORT Trace stream_objects(const Input& input, const ReadOptions& options,
                                 ObjectVisitor& visitor);
inline Trace stream_objects(const Input& input, ObjectVisitor& visitor) {
  return stream_objects(input, {}, visitor);
}

}  // namespace paje
