// pj_mpi: reads a trace with the processes of an MPI program.
#include <mpi.h>

#include <optional>
#include <string_view>

#include "binary/archive_output.hpp"
#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "mpi/mpi_exchange.hpp"
#include "mpi/options.hpp"
#include "mpi/shared_file.hpp"
#include "paje/sharing.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

ReadOptions read_options(const MpiOptions& options) {
  ReadOptions read;
  read.old_field_names = options.old_field_names;
  read.ignore_incomplete_links = options.ignore_incomplete_links;
  read.keep_user_fields = true;
  read.threads = options.threads;
  if (options.chunk_bytes != 0) read.chunk_bytes = options.chunk_bytes;
  return read;
}

void print_stats(const SharedArchive& written, MpiExchange& exchange) {
  const SharedReading& reading = written.reading;
  const double in_calls = exchange.seconds_in_calls();
  const double work = processor_seconds() - in_calls;
  const auto shares = exchange.gather(
      fmt::format("{:>20} bytes of text, {:.3f} s of work, {:.3f} s in calls of MPI",
                  with_separators(reading.my_bytes), work, in_calls));
  if (exchange.rank() != 0) return;
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    say("process {:<6} {}\n", rank, shares[rank]);
  }
  say("all            {:>20} bytes of text, {} parts\n"
      "archive        {:>20} bytes, {} blocks\n",
      with_separators(reading.counts.bytes), with_separators(reading.parts),
      with_separators(written.sizes.bytes), with_separators(written.sizes.blocks));
}

void archive_alone(const MpiOptions& options, const ReadOptions& read, const ArchiveOptions& how) {
  save_archive({.tool = "pj_mpi", .quiet = true}, options.input, read,
               {.output = options.output, .options = how});
}

void archive(const MpiOptions& options, MpiExchange& exchange) {
  const ReadOptions read = read_options(options);
  const ArchiveOptions how{.threads = options.threads, .slice_rows = options.slice_rows};
  add_input_file(options.input);
  // As paje2bin does it: objects are written as they come.
  if (exchange.ranks() == 1 && options.chunk_bytes == 0) return archive_alone(options, read, how);
  SharedArchive written;
  {
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
    if (!options.quiet && !written.reading.alone->empty()) {
      say("pj_mpi: one process reads the trace alone, because {}\n", *written.reading.alone);
    }
    archive_alone(options, read, how);
  }
  exchange.meet();
}

int work(const MpiOptions& options, MpiExchange& exchange) {
  try {
    archive(options, exchange);
    return static_cast<int>(ExitCode::done);
  } catch (const OtherFailed&) {
    return exchange.fail(std::nullopt).status;
  } catch (const TraceError&) {
    const auto failure = exchange.fail(static_cast<int>(ExitCode::bad_trace));
    if (failure.is_mine) throw;
    return failure.status;
  } catch (...) {
    const auto failure = exchange.fail(static_cast<int>(ExitCode::trouble));
    if (failure.is_mine) throw;
    return failure.status;
  }
}

// One process says what is wrong with the command line, or what was asked for; the others do as it
// does.
std::optional<int> parse(int argc, char** argv, MpiOptions& options) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = -1;
  if (rank == 0) status = parse_mpi_options(argc, argv, options).value_or(-1);
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (status >= 0) return status;
  return rank == 0 ? std::nullopt : parse_mpi_options(argc, argv, options);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = run_tool_with_status("pj_mpi", [&] {
    MpiOptions options;
    if (const auto done = parse(argc, argv, options)) return *done;
    MpiExchange exchange;
    return work(options, exchange);
  });
  MPI_Finalize();
  return status;
}
