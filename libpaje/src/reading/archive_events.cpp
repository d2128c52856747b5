#include "reading/archive_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "archive/read_archive.hpp"
#include "paje/write_events.hpp"

namespace paje {

std::optional<StoredArchive> archive_of(const Input& input, const ReadOptions& options) {
  if (input.must_be_binary()) return std::nullopt;
  using Bytes = StoredArchive::Bytes;
  // Of a part there is no copy of all.
  const Bytes copied = options.selection.is_everything() ? Bytes::copied : Bytes::of_index;
  auto stored = StoredArchive::open(input, options.map_files ? Bytes::mapped : copied);
  if (stored && options.on_file && input.kind() == Input::Kind::path) options.on_file(input.name());
  return stored;
}

namespace {

// Whether a state ends with the trace in a container that goes on, so that it may be open.
// `of_root`: only those of the root container.
bool may_be_open(const Trace& trace, double end, bool of_root) {
  const std::span<const double> ends = trace.states().end;
  return std::any_of(trace.tracks().begin(), trace.tracks().end(), [&](const Track& track) {
    if (track.kind != TypeKind::state || trace[track.container].destroyed) return false;
    if (of_root && track.container != kRootContainer) return false;
    const auto rows = ends.subspan(track.first, track.last - track.first);
    return std::find(rows.begin(), rows.end(), end) != rows.end();
  });
}

// Throws where another replay would need what an archive does not hold.
void check_options(const Trace& trace, const ReadOptions& options, const std::string& name) {
  const std::span<const uint32_t> depths = trace.states().depth;
  if (!options.imbrication &&
      std::any_of(depths.begin(), depths.end(), [](uint32_t depth) { return depth > 0; })) {
    throw std::invalid_argument(
        name +
        ": the archive has nested states; only the text says what they are without imbrication");
  }
  const double end = trace.end_time().value_or(0);
  if (!options.stop_at) return;
  const double stop = *options.stop_at;
  if (stop > end && may_be_open(trace, end, false)) {
    throw std::invalid_argument(
        fmt::format("{}: the archive ends at {}; only the text says which states go on until {}",
                    name, end, stop));
  }
  // What ends after the stop keeps its end in the root container, what is open does not.
  if (stop < end && may_be_open(trace, end, true)) {
    throw std::invalid_argument(fmt::format(
        "{}: a state of the root container ends with the archive, at {}; only the text says "
        "whether it is open then, and so stops at {}",
        name, end, stop));
  }
}

}  // namespace

ArchiveEvents::ArchiveEvents(const StoredArchive& stored, const ReadOptions& options)
    : name_(stored.name()) {
  ReadOptions all;
  all.keep_user_fields = true;
  all.threads = options.threads;
  all.stop = options.stop;
  const Trace trace = read_archive(stored, all);
  check_options(trace, options, name_);
  write_events(trace, Encoding::text, [this](std::string_view lines) { text_ += lines; });
}

Input ArchiveEvents::input() const { return Input::from_memory(text_, name_); }

}  // namespace paje
