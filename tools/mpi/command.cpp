#include "mpi/command.hpp"

#include <mpi.h>

#include <exception>
#include <new>
#include <optional>
#include <variant>

#include "common/memory_limit.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "mpi/aggregate.hpp"
#include "mpi/analyze.hpp"
#include "mpi/archive.hpp"
#include "mpi/export.hpp"
#include "mpi/mpi_exchange.hpp"
#include "mpi/options.hpp"
#include "mpi/validate.hpp"

namespace paje::tools {

namespace {

int run(const ArchiveCommand& options, MpiExchange& exchange) {
  archive(options, exchange);
  return static_cast<int>(ExitCode::done);
}
int run(const AnalyzeCommand& command, MpiExchange& exchange) {
  return analyze_together(command.options, command.stats, exchange);
}
int run(const AggregateCommand& command, MpiExchange& exchange) {
  return aggregate_together(command.options, command.stats, exchange);
}
int run(const ExportCommand& command, MpiExchange& exchange) {
  return export_together(command.options, command.stats, exchange);
}
int run(const ValidateCommand& command, MpiExchange& exchange) {
  return validate_together(command.options, command.stats, exchange);
}

int work(const MpiCommand& command, MpiExchange& exchange) {
  try {
    return std::visit([&](const auto& options) { return run(options, exchange); }, command);
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

// A process of MPI needs some memory before it reads anything.
std::optional<int> parse_with_memory(int argc, char** argv, MpiCommand& command) {
  constexpr uint64_t kLeast = 64'000'000;
  std::optional<int> status;
  std::exception_ptr trouble;
  try {
    status = parse_mpi_options(argc, argv, command);
  } catch (const std::bad_alloc&) {
    trouble = std::current_exception();
  }
  const std::optional<uint64_t> limit = memory_limit();
  if (!status && limit && *limit < kLeast) {
    const MemoryLimitPause pause;
    say("pj_mpi: --max-memory: a process of MPI needs 64MB at least, found {} bytes\n", *limit);
    return static_cast<int>(ExitCode::trouble);
  }
  if (trouble != nullptr) std::rethrow_exception(trouble);
  return status;
}

// One process says what is wrong with the command line, or what was asked for; the others do as it
// does.
std::optional<int> parse(int argc, char** argv, MpiCommand& command) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = -1;
  if (rank == 0) status = parse_with_memory(argc, argv, command).value_or(-1);
  {
    const MemoryLimitPause pause;
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  if (status >= 0) return status;
  return rank == 0 ? std::nullopt : parse_mpi_options(argc, argv, command);
}

}  // namespace

int run_mpi_command(int argc, char** argv) {
  return run_tool_with_status("pj_mpi", [&] {
    MpiCommand command;
    if (const auto done = parse(argc, argv, command)) return *done;
    MpiExchange exchange;
    return work(command, exchange);
  });
}

}  // namespace paje::tools
