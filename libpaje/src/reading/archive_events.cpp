#include "reading/archive_events.hpp"

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

ArchiveEvents::ArchiveEvents(const StoredArchive& stored, const ReadOptions& options)
    : name_(stored.name()) {
  ReadOptions all;
  all.keep_user_fields = true;
  all.threads = options.threads;
  all.stop = options.stop;
  const Trace trace = read_archive(stored, all);
  write_events(trace, Encoding::text, [this](std::string_view lines) { text_ += lines; });
}

Input ArchiveEvents::input() const { return Input::from_memory(text_, name_); }

}  // namespace paje
