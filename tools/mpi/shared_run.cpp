#include "mpi/shared_run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <optional>
#include <utility>

#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// Nothing if the work is done.
std::optional<std::string> try_together(const SharedRun& run, MpiExchange& exchange,
                                        const SharedWork& work, int& status) {
  if (!run.alone.empty()) return run.alone;
  ReadOptions read = run.read;
  add_input_trace(run.input, read);
  SharedTrace share = run.how(run.input, read, exchange);
  if (share.reading.alone) return share.reading.alone;
  const SharedReading reading = share.reading;
  auto alone = work.together(std::move(share), status);
  if (run.stats && !alone) print_shares(reading, exchange);
  return alone;
}

}  // namespace

void print_shares(const SharedReading& reading, MpiExchange& exchange) {
  const double in_calls = exchange.seconds_in_calls();
  const double work = processor_seconds() - in_calls;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access): a union of the C library
  const auto kilobytes = static_cast<uint64_t>(used.ru_maxrss);
  const auto shares = exchange.gather(fmt::format(
      "{:>20} bytes of text, {:.3f} s of work, {:.3f} s in calls of MPI, {} bytes sent, {} MB of "
      "memory",
      with_separators(reading.my_bytes), work, in_calls, with_separators(exchange.bytes_sent()),
      with_separators(kilobytes * 1024 / 1'000'000)));
  if (exchange.rank() != 0) return;
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    say("process {:<6} {}\n", rank, shares[rank]);
  }
  say("all            {:>20} bytes of text, {} parts\n", with_separators(reading.counts.bytes),
      with_separators(reading.parts));
}

void say_why_alone(std::string_view why) {
  if (!why.empty()) say("pj_mpi: one process reads the trace alone, because {}\n", why);
}

int run_shared(const SharedRun& run, MpiExchange& exchange, const SharedWork& work) {
  // One process does as the tool of one process, unless a test wants to see how it shares.
  const bool is_one = exchange.ranks() == 1 && run.read.chunk_bytes == ReadOptions().chunk_bytes;
  int status = 0;
  const auto alone =
      is_one ? std::optional<std::string>("") : try_together(run, exchange, work, status);
  if (alone && exchange.rank() == 0) {
    if (!run.quiet) say_why_alone(*alone);
    status = work.alone();
  }
  return std::stoi(exchange.all_gather(std::to_string(status)).front());
}

}  // namespace paje::tools
