#include "paje/read.hpp"

#include "replay/object_sink.hpp"
#include "replay/replay.hpp"
#include "replay/replay_whole.hpp"

namespace paje {

ReadStopped::ReadStopped() : std::runtime_error("the reading was stopped") {}
ReadStopped::~ReadStopped() = default;

void refuse_clocks(const ReadOptions& options) {
  if (!options.fix_clocks) return;
  throw std::invalid_argument(
      "clocks are corrected by the whole trace, and objects are wanted while it is read");
}

Trace replay_whole(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::kept,
                    [](Replay& replay) { return replay.run(); });
}

Trace stream_objects(const Input& input, const ReadOptions& options, ObjectVisitor& visitor) {
  refuse_clocks(options);
  VisitorSink sink(visitor);
  return Replay(input, options, Replay::Objects::handed_over, &sink).run();
}

Trace check_trace(const Input& input, const ReadOptions& options) {
  return replay_set(input, options, Replay::Objects::forgotten,
                    [](Replay& replay) { return replay.run(); });
}

}  // namespace paje
