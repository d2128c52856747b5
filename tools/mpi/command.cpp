#include "mpi/command.hpp"

#include <mpi.h>

#include <optional>
#include <variant>

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

// One process says what is wrong with the command line, or what was asked for; the others do as it
// does.
std::optional<int> parse(int argc, char** argv, MpiCommand& command) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = -1;
  if (rank == 0) status = parse_mpi_options(argc, argv, command).value_or(-1);
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
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
