// An archive of an input, written while that is read.
#include <optional>

#include "archive/archive_maker.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"
#include "reading/archive_events.hpp"
#include "reading/archive_sink.hpp"
#include "reading/as_events.hpp"
#include "replay/replay.hpp"
#include "trace/trace_access.hpp"

namespace paje {

namespace {

// Whether objects can be stored as they come: all of them, each once it is complete.
bool can_stream(const Input& input, const ReadOptions& options) {
  return options.selection.is_everything() && !options.fix_clocks && !options.stop_at &&
         !archive_of(input, options);
}

// The archive of a replay; of the second, if a set of files is read in the order of times instead.
class StreamedArchive {
 public:
  StreamedArchive(const ArchiveOptions& options, const ArchiveTarget& target)
      : options_(options), target_(target) {}

  ObjectSink* sink() {
    if (maker_) target_.restart();
    sink_.reset();
    maker_.emplace(options_, target_.write);
    return &sink_.emplace(*maker_, options_.slice_rows);
  }
  ArchiveSizes finish(const Trace& trace) { return maker_->finish(TraceAccess::data(trace)); }

 private:
  const ArchiveOptions& options_;
  const ArchiveTarget& target_;
  std::optional<ArchiveMaker> maker_;
  std::optional<ArchiveSink> sink_;
};

}  // namespace

WrittenArchive write_archive(const Input& input, const ReadOptions& read,
                             const ArchiveOptions& options, const ArchiveTarget& target) {
  if (!can_stream(input, read)) {
    Trace trace = read_trace(input, read);
    ArchiveSizes sizes = write_archive(trace, options, target.write);
    return {std::move(trace), std::move(sizes)};
  }
  StreamedArchive archive(options, target);
  Trace trace = read_watched(input, [&] {
    return replay_set(
        as_events(input, read), read, Replay::Objects::handed_over,
        [](Replay& replay) { return replay.run(); }, [&] { return archive.sink(); });
  });
  ArchiveSizes sizes = archive.finish(trace);
  return {std::move(trace), std::move(sizes)};
}

}  // namespace paje
