// The entry points that read a trace: from the events of a replay, or from an archive.
#include "archive/read_archive.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "reading/visit_trace.hpp"
#include "replay/object_sink.hpp"
#include "replay/replay.hpp"
#include "table/input_tables.hpp"

namespace paje {

namespace {

// Whether the options ask for other objects than those that an archive has.
bool asks_for_replay(const ReadOptions& options) {
  return options.stop_at.has_value() || !options.imbrication;
}

// The archive that the input is, if what it holds is what the options ask for.
std::optional<StoredArchive> archive_of(const Input& input, const ReadOptions& options) {
  if (input.must_be_binary() || asks_for_replay(options)) return std::nullopt;
  auto stored = StoredArchive::open(input, options.map_files);
  if (stored && options.on_file && input.kind() == Input::Kind::path) options.on_file(input.name());
  return stored;
}

}  // namespace

ReadStopped::ReadStopped() : std::runtime_error("the reading was stopped") {}
ReadStopped::~ReadStopped() = default;

Trace read_trace(const Input& input, const ReadOptions& options) {
  if (const auto stored = archive_of(input, options)) return read_archive(*stored, options);
  return replay_set(input, options, Replay::Objects::kept,
                    [](Replay& replay) { return replay.run(); });
}

Trace stream_objects(const Input& input, const ReadOptions& options, ObjectVisitor& visitor) {
  if (const auto stored = archive_of(input, options)) {
    const Trace trace = read_archive(*stored, options);
    visit_trace(trace, visitor);
    return read_archive_tree(*stored, options);
  }
  VisitorSink sink(visitor);
  return Replay(input, options, Replay::Objects::handed_over, &sink).run();
}

Trace check_trace(const Input& input, const ReadOptions& options) {
  if (const auto stored = archive_of(input, options)) return check_archive(*stored, options);
  return replay_set(input, options, Replay::Objects::forgotten,
                    [](Replay& replay) { return replay.run(); });
}

Trace write_table(const Input& input, const ReadOptions& read, const TableOptions& options,
                  const TextSink& sink) {
  if (const auto stored = archive_of(input, read)) {
    const Trace trace = read_archive(*stored, read);
    Trace rest = read_archive_tree(*stored, read);
    if (options.on_read) options.on_read(rest);
    // Selected objects only; of containers, the table selects itself.
    write_table(trace, options, sink, read.selection);
    return rest;
  }
  return options.while_reading ? stream_table(input, read, options, sink)
                               : write_replayed_table(input, read, options, sink);
}

}  // namespace paje
