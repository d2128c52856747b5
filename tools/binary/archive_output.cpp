#include "binary/archive_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "common/background_output.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void print_sizes(const Trace& trace, const ArchiveSizes& sizes) {
  const auto objects_of = [&](TypeKind kind) { return trace.starts(kind).size(); };
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

void check_archive_output(const std::string& output) {
  std::error_code ignored;
  const bool is_file = output != "-" && (!std::filesystem::exists(output, ignored) ||
                                         std::filesystem::is_regular_file(output, ignored));
  if (is_file) return;
  throw std::runtime_error(
      "an archive is read from its end, so it must be a file: name one with -o FILE.pja");
}

void save_archive(const Trace& trace, const ArchiveOutput& to) {
  OutputFile output(to.output);
  ArchiveSizes sizes;
  {
    BackgroundOutput written(to.options.threads,
                             [&](std::string_view bytes) { output.write(bytes); });
    sizes = write_archive(trace, to.options, [&](std::string_view bytes) { written.write(bytes); });
    written.finish();
  }
  output.commit();
  if (to.stats) print_sizes(trace, sizes);
}

}  // namespace paje::tools
