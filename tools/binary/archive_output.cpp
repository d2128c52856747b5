#include "binary/archive_output.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "common/background_output.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void print_sizes(const Trace& trace, const ArchiveSizes& sizes) {
  const auto objects_of = [&](TypeKind kind) {
    return sizes.objects[static_cast<std::size_t>(kind)];
  };
  say("{:<9} {:<16} {:>15} {:>14}\n", "kind", "column", "bytes", "bytes/object");
  for (const ArchiveSizes::Column& column : sizes.columns) {
    say("{:<9} {:<16} {:>15} {:>14.3f}\n", spelling(column.kind), column.name,
        with_separators(column.bytes),
        static_cast<double>(column.bytes) / static_cast<double>(objects_of(column.kind)));
  }
  uint64_t objects = 0;
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    objects += objects_of(kind);
  }
  say("{:<26} {:>15}\n", "names and index", with_separators(sizes.index));
  say("{:<26} {:>15} {:>14.3f}\n", "all", with_separators(sizes.bytes),
      objects == 0 ? 0 : static_cast<double>(sizes.bytes) / static_cast<double>(objects));
  say("{} objects in {} blocks; {} bytes were read\n", with_separators(objects),
      with_separators(sizes.blocks), with_separators(trace.counts().bytes));
}

}  // namespace

namespace {

// The file, written aside; a new one if what was written does not count.
class ArchiveFile {
 public:
  explicit ArchiveFile(const ArchiveOutput& to) : to_(to) { begin(); }

  void write(std::string_view bytes) { background_->write(bytes); }
  void begin() {
    background_.reset();
    file_.reset();
    file_.emplace(to_.output);
    background_.emplace(to_.options.threads,
                        [this](std::string_view bytes) { file_->write(bytes); });
  }
  void commit() {
    background_->finish();
    background_.reset();
    file_->commit();
  }

 private:
  const ArchiveOutput& to_;
  std::optional<OutputFile> file_;
  std::optional<BackgroundOutput> background_;
};

}  // namespace

void save_archive(const TraceReading& how, const std::string& input, const ReadOptions& read,
                  const ArchiveOutput& to) {
  add_input_file(input);
  ArchiveFile file(to);
  ArchiveSizes sizes;
  const Trace trace = read_by(how, input, read, [&](const Input& from, const ReadOptions& options) {
    WrittenArchive written =
        write_archive(from, options, to.options,
                      {.write = [&](std::string_view bytes) { file.write(bytes); },
                       .restart = [&] { file.begin(); }});
    sizes = std::move(written.sizes);
    return std::move(written.trace);
  });
  file.commit();
  if (to.stats) print_sizes(trace, sizes);
}

}  // namespace paje::tools
