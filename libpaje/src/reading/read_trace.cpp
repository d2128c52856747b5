// The entry points that read a trace: from the events of a replay, or from an archive.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "archive/read_archive.hpp"
#include "base/thread_pool.hpp"
#include "paje/clocks.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "reading/archive_events.hpp"
#include "reading/as_events.hpp"
#include "reading/visit_trace.hpp"
#include "replay/object_sink.hpp"
#include "replay/replay.hpp"
#include "selection/keep_selected.hpp"
#include "table/input_tables.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

// Whether the options ask for other objects than those that an archive has.
bool asks_for_replay(const ReadOptions& options) {
  return options.stop_at.has_value() || !options.imbrication;
}

void refuse_clocks(const ReadOptions& options) {
  if (!options.fix_clocks) return;
  throw std::invalid_argument(
      "clocks are corrected by the whole trace, and objects are wanted while it is read");
}

// Reads an input that is no archive by `replay(input)`, an archive by `read(archive)`, unless
// its events are wanted.
template <class Read, class ReplayInput>
Trace read_either(const Input& input, const ReadOptions& options, Read&& read,
                  ReplayInput&& replay) {
  return read_watched(input, [&] {
    const auto stored = archive_of(input, options);
    if (!stored) return replay(as_events(input, options));
    if (asks_for_replay(options)) return replay(ArchiveEvents(*stored, options).input());
    return read(*stored);
  });
}

}  // namespace

ReadStopped::ReadStopped() : std::runtime_error("the reading was stopped") {}
ReadStopped::~ReadStopped() = default;

namespace {

// Whether there may be objects before or after what was read: nothing is before the first container
// that a trace creates.
bool is_cut(const Trace& trace, const ReadOptions& options) {
  if (options.stop_at) return true;
  if (!options.selection.limits_times()) return false;
  double first = std::numeric_limits<double>::infinity();
  for (const Container& container : trace.containers().subspan(1)) {
    first = std::min(first, container.start);
  }
  return options.selection.start > first || options.selection.end < trace.end_time().value_or(0);
}

Trace read_whole(const Input& input, const ReadOptions& options) {
  return read_either(
      input, options, [&](const StoredArchive& stored) { return read_archive(stored, options); },
      [&](const Input& events) {
        return replay_set(events, options, Replay::Objects::kept,
                          [](Replay& replay) { return replay.run(); });
      });
}

Trace read_corrected(const Input& input, const ReadOptions& options) {
  ReadOptions all = options;
  all.selection = {};
  DependencyOptions graph;
  graph.threads = options.threads;
  ClockCorrection correction;
  Trace trace = correct_clocks(read_whole(input, all), graph, &correction);
  if (options.on_clocks) options.on_clocks(trace, correction);
  ThreadPool pool(options.threads);
  keep_selected(trace, options.selection, pool);
  return trace;
}

}  // namespace

Trace read_trace(const Input& input, const ReadOptions& options) {
  Trace trace = options.fix_clocks ? read_corrected(input, options) : read_whole(input, options);
  if (is_cut(trace, options)) TraceEditor::mark_as_part(trace);
  return trace;
}

Trace stream_objects(const Input& input, const ReadOptions& options, ObjectVisitor& visitor) {
  refuse_clocks(options);
  return read_either(
      input, options,
      [&](const StoredArchive& stored) {
        visit_trace(read_archive(stored, options), options.selection, visitor);
        return read_archive_tree(stored, options);
      },
      [&](const Input& events) {
        VisitorSink sink(visitor);
        return Replay(events, options, Replay::Objects::handed_over, &sink).run();
      });
}

Trace check_trace(const Input& input, const ReadOptions& options) {
  return read_either(
      input, options, [&](const StoredArchive& stored) { return check_archive(stored, options); },
      [&](const Input& events) {
        return replay_set(events, options, Replay::Objects::forgotten,
                          [](Replay& replay) { return replay.run(); });
      });
}

Trace write_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                  const TextSink& sink) {
  check_precision(options);
  if (options.while_reading) refuse_clocks(read);
  const auto write_all = [&](const Trace& trace, Trace rest) {
    if (options.on_read) options.on_read(rest);
    write_table(trace, options, sink, read.selection);
    return rest;
  };
  if (read.fix_clocks) {
    const Trace trace = read_corrected(input, read);
    return write_all(trace, trace);
  }
  return read_either(
      input, read,
      [&](const StoredArchive& stored) {
        const Trace trace = read_archive(stored, read);
        Trace rest = read_archive_tree(stored, read);
        if (!options.while_reading) return write_all(trace, std::move(rest));
        print_objects(options, sink,
                      [&](ObjectVisitor& visitor) { visit_trace(trace, read.selection, visitor); });
        if (options.on_read) options.on_read(rest);
        return rest;
      },
      [&](const Input& events) {
        return options.while_reading ? stream_table(events, read, options, sink)
                                     : write_replayed_table(events, read, options, sink);
      });
}

}  // namespace paje
