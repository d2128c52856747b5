#include "mpi/shared_run.hpp"

#include <optional>
#include <utility>

#include "common/input_files.hpp"
#include "common/print_error.hpp"

namespace paje::tools {

namespace {

// Nothing if the work is done.
std::optional<std::string> try_together(const SharedRun& run, MpiExchange& exchange,
                                        const SharedWork& work, int& status) {
  if (!run.alone.empty()) return run.alone;
  ReadOptions read = run.read;
  add_input_trace(run.input, read);
  SharedTrace share = read_trace_together(run.input, read, exchange);
  if (share.reading.alone) return share.reading.alone;
  return work.together(std::move(share), status);
}

}  // namespace

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
