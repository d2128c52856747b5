#include "paje/read.hpp"

#include "replay/object_sink.hpp"
#include "replay/replay.hpp"

namespace paje {

ReadStopped::ReadStopped() : std::runtime_error("the reading was stopped") {}
ReadStopped::~ReadStopped() = default;

Trace read_trace(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::kept,
                    [](Replay& replay) { return replay.run(); });
}

Trace stream_objects(const Input& input, const ReadOptions& options, ObjectVisitor& visitor) {
  VisitorSink sink(visitor);
  return Replay(input, options, Replay::Objects::handed_over, &sink).run();
}

Trace check_trace(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::forgotten,
                    [](Replay& replay) { return replay.run(); });
}

}  // namespace paje
