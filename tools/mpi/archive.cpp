#include "mpi/archive.hpp"

#include <fmt/format.h>

#include <string_view>

#include "binary/archive_output.hpp"
#include "binary/trace_output.hpp"
#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "mpi/shared_file.hpp"
#include "mpi/shared_run.hpp"
#include "paje/sharing.hpp"

namespace paje::tools {

namespace {

ReadOptions read_options(const ArchiveCommand& options) {
  ReadOptions read;
  read.old_field_names = options.old_field_names;
  read.ignore_incomplete_links = options.ignore_incomplete_links;
  read.keep_user_fields = true;
  read.needs_parts = true;
  read.threads = options.threads;
  if (options.chunk_bytes != 0) read.chunk_bytes = options.chunk_bytes;
  return read;
}

void print_stats(const SharedArchive& written, MpiExchange& exchange) {
  print_shares(written.reading, exchange);
  if (exchange.rank() != 0) return;
  say("archive        {:>20} bytes, {} blocks\n", with_separators(written.sizes.bytes),
      with_separators(written.sizes.blocks));
}

void archive_alone(const ArchiveCommand& options, const ReadOptions& read,
                   const ArchiveOptions& how) {
  save_archive({.tool = "pj_mpi", .quiet = true}, options.input, read,
               {.output = options.output, .options = how});
}

}  // namespace

void archive(const ArchiveCommand& options, MpiExchange& exchange) {
  check_archive_path(options.output);
  const ReadOptions read = read_options(options);
  const ArchiveOptions how{.threads = options.threads, .slice_rows = options.slice_rows};
  add_input_file(options.input);
  // As paje2bin does it: objects are written as they come.
  if (exchange.ranks() == 1 && options.chunk_bytes == 0) return archive_alone(options, read, how);
  SharedArchive written;
  if (options.input == "-") {
    written.reading.alone = kFromStandardInput;
  } else {
    ReadOptions watched = read;
    add_input_trace(options.input, watched);
    SharedFile file(options.output, exchange);
    written = write_archive_together(
        options.input, watched, how, exchange,
        {[&](uint64_t byte, std::string_view bytes) { file.write(byte, bytes); }});
    if (!written.reading.alone) {
      file.commit();
      if (options.stats) print_stats(written, exchange);
      return;
    }
  }
  if (exchange.rank() == 0) {
    if (!options.quiet) say_why_alone(*written.reading.alone);
    archive_alone(options, read, how);
  }
  exchange.meet();
}

}  // namespace paje::tools
